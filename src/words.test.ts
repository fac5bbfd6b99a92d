import { expect, test } from 'vitest'
import { words } from './words.js'

type Words = typeof words
/** The values that each template is rendered with; a template without an example does not compile. */
type Examples = {
  readonly [Group in keyof Words]: {
    readonly [
      Name in keyof Words[Group] as Words[Group][Name] extends string ? never : Name
    ]: Words[Group][Name] extends (...values: infer Values) => string ? Readonly<Values> : never
  }
}

const examples: Examples = {
  verdict: {
    noFailures: [2],
    passes: [3],
    ofPart: [98, 'smoke'],
    checks: [467, '431 passed, 2 failed, 9 not checked, 25 do not apply'],
    passed: [431],
    failed: [2],
    waived: [1],
    warned: [1],
    crashed: [1],
    notChecked: [9],
    notApplicable: [25],
    notRun: [240],
    openClauses: [1],
    staleWaiver: ['reserve.refuses-201-minutes'],
    pastWaiver: ['reserve.refuses-201-minutes', '2027-01-31'],
  },
  outcome: {},
  legend: {},
  level: {},
  means: {},
  next: {
    beforeWaiverEnds: ['2027-01-31', 'Stop other accounts from using this server.'],
    removeWaiver: ['reserve.refuses-201-minutes'],
    unlocks: [77],
    rerunFixed: [12],
    rerun: [1],
    moreWays: [3],
    practice: ['Answer errors with a code and a sentence.'],
    afterAbort: ['start the target'],
  },
  since: {
    title: ['21 November 2026 at 03:32 UTC'],
    verdicts: ['conforms', 'fails'],
    otherAddress: ['https://sandbox.example.com'],
    stillFailing: [2],
    newFailures: [1, 3],
    fixed: [1],
    lost: [2],
    gained: [4],
    isNew: ['2026-11-21 03:32 UTC'],
    isOld: ['2026-11-21 03:32 UTC'],
  },
  mind: {
    pending: ['hold.runs-out', '21 November 2026 at 03:52 UTC'],
    waiver: ['reserve.refuses-201-minutes', '2027-01-31', 'supplier ticket 4711'],
  },
  page: {
    failures: [19, 25],
    moreChecks: [2],
    moreFindings: [1],
    blocked: [4],
    waited: [61],
    clock: [21],
    open: [9],
    becauseOf: [1],
    gaps: [12, 31],
    bookings: [40, '30 cancelled, 10 expired'],
    requests: [507],
    firstRequests: [5000, 7200],
    firstShown: [2000],
    printed: [6, 19],
  },
  certificate: {
    verified: ['212 must clauses and 40 derived clauses'],
    open: ['1 convention'],
    broken: ['1 convention'],
    conforms: ['21 November 2026', 'https://api.example.com', 'test', '0.1.0', '1.2.0', '212 must clauses verified'],
    evidence: [507, 'ab12…', 'cd34…'],
  },
  why: {
    restsOnDeclared: ['notes is missing at /notes'],
    correctKey: ['booking.notes'],
    restsOnDefault: ['notes is missing at /notes', 'booking.notes'],
    setKeys: ['booking.notes, booking.reference'],
    notAsked: ['extend'],
    chooseMore: ['extend or update'],
    notShown: ['get, list', 'a hold ends after its minutes'],
    setPlace: ['get, list'],
    stopped: ['confirm was not accepted', 26],
    refused: ['confirm', 'HTTP 400 contact is a required field'],
    missing: ['currencyPrecision'],
    unshown: ['get, list'],
    controlRefused: ['HTTP 400 no', 12],
    noControl: [12],
    makeAccepted: ['confirm'],
  },
  check: {
    place: [26, '/status'],
    also: ['31, 36'],
    defect: [1, 'Holds do not end', 'Status is ON_HOLD after the end', 'hold.over-in-list'],
    clause: ['4.2/new-booking-on-hold', 'must', 'A new booking is ON_HOLD.'],
    waived: ['2027-01-31', 'supplier ticket 4711'],
    why: ['no second reseller is declared'],
    todo: ['add otherReseller.headers'],
    again: ['octospec run --profile p.yaml --only hold.runs-out --seed 7'],
    notSo: ['a hold ends after its minutes'],
    more: [3, 'fails. 467 checks: 431 passed, 36 failed'],
  },
  verify: {
    unjudged: ['line 4 is no JSON'],
    breaks: ['hold.runs-out', 'TypeError'],
    noReport: ['report.json', 'conforms. 467 checks: 467 passed'],
    otherFile: ['junit.xml'],
    differs: ['check hold.runs-out', 'pass', 'fail'],
    leftOut: ['check hold.runs-out', '"fail"'],
    madeUp: ['check hold.runs-out'],
  },
  file: {
    nothingThere: ['reports/x'],
    noReport: ['reports/x/report.json', 'it has no verdict'],
    beyond: ['reports/x/report.json', 'too deep'],
    unreadable: ['reports', 'EACCES'],
    lastRuns: [500, 812],
    inUse: ['reports/x', 'process 4711'],
    waitForIt: ['reports/x/.octospec.lock'],
    byProcess: [4711, '"build-3"'],
    tooManyKept: [100],
  },
  diff: { tally: [1, 2], differs: ['seeds', '7', '8'] },
}

/** All sentences, to be read by a person: one line each, under the name of its group. */
function renderPage(): string {
  return Object.entries(words)
    .map(([group, templates]) => {
      // Each group has its examples: the type above says so.
      const given = examples[group as keyof Examples] as Readonly<Record<string, readonly never[]>>
      const lines = Object.entries<string | ((...values: readonly never[]) => string)>(templates).map(
        ([name, template]) => `  ${typeof template === 'string' ? template : template(...(given[name] ?? []))}`,
      )
      return [group, ...lines, ''].join('\n')
    })
    .join('\n')
}

test('all sentences stand on one page', async () => {
  await expect(renderPage()).toMatchFileSnapshot('words.page.txt')
})

test('no sentence is long, and each line can be read at first sight', () => {
  const sentences = renderPage()
    .split('\n')
    .flatMap((line) => line.trim().split(/(?<=[.!?]) (?=[A-Z])/))
  expect(sentences.length).toBeGreaterThan(150)
  expect(sentences.filter((sentence) => sentence.split(' ').length > 30)).toEqual([])
})
