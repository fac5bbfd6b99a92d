import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { validate } from 'ctrf'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { Parser, type FinalResults, type Result } from 'tap-parser'
import { XmlDocument, XmlElement, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import type { EvidenceLine } from '../../evidence/evidence.js'
import { reportOf } from '../../judge/report.test.data.js'
import { githubAnnotations } from '../githubAnnotations.js'
import { jenkins, surefire } from './junitSchemas.test.data.js'
import { everyOutcome, noEvidence, renderedAs } from './formats.test.data.js'

const report = everyOutcome()
const input = { report, evidence: noEvidence }

const require = createRequire(import.meta.url)
// What other writers of HAR are held to; the package has no types.
const harSchemas = require('har-schema') as Readonly<Record<string, object>>

/** Takes schemas of older drafts, which are not written for it. */
function openAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, validateSchema: false })
  addFormats.default(ajv)
  return ajv
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

/** Reads XML with a strict parser that is not ours. */
function readXml(xml: string): Element {
  const document = XmlDocument.fromString(xml)
  const read = (element: XmlElement): Element => ({
    name: element.name,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    children: elements(element, '*').map(read),
    text: element.content,
  })
  try {
    return read(document.root)
  } finally {
    document.dispose()
  }
}

function elements(of: XmlDocument | XmlElement, path: string): XmlElement[] {
  return of.find(path).filter((node) => node instanceof XmlElement)
}

test('a run that was aborted is an error in JUnit, also where it has no checks', async () => {
  for (const checks of [report.checks, []]) {
    const cut = { ...report, checks, verdict: 'aborted', headline: 'aborted: <why>' } as const
    const suites = readXml(await renderedAs('junit', { ...input, report: cut }))
    expect(Number(suites.attributes['errors'])).toBe(checks.length > 0 ? 2 : 1)
    const [first] = suites.children
    const [broken] = first?.children.filter(({ name }) => name === 'testcase') ?? []
    expect(broken?.children[0]).toMatchObject({ name: 'error', attributes: { message: 'aborted: <why>' } })
  }
})

test('a run that was aborted is a failure in CTRF and an error of the tool in SARIF', async () => {
  const cut = { ...report, checks: [], verdict: 'aborted', headline: 'aborted: <why>' } as const
  const ctrf: unknown = JSON.parse(await renderedAs('ctrf', { ...input, report: cut }))
  expect(validate(ctrf)).toMatchObject({ valid: true })
  expect(ctrf).toMatchObject({ results: { summary: { tests: 1, failed: 1 }, tests: [{ message: 'aborted: <why>' }] } })
  expect(JSON.parse(await renderedAs('sarif', { ...input, report: cut }))).toMatchObject({
    runs: [
      { invocations: [{ toolExecutionNotifications: [{ level: 'error', message: { text: 'aborted: <why>' } }] }] },
    ],
  })
})

test('what is new since the run before is named in Markdown, JUnit, SARIF and annotations', async () => {
  const since = {
    startedAt: '2026-11-20T08:09:10Z',
    url: report.target.url,
    verdict: 'conforms',
    newFailures: ['reserve.bad'],
    stillFailing: 1,
    mended: [],
    unverified: ['hold.open'],
    verified: [],
  } as const
  const later = { ...input, report: { ...report, since } }
  const markdown = await renderedAs('md', later)
  expect(markdown).toContain('### Since the run of 2026-11-20 08:09 UTC')
  expect(markdown).toContain('- **new failures** (1): ` reserve.bad `')
  expect(markdown).toContain('- **no longer verified** (1): ` hold.open `')
  expect(await renderedAs('junit', later)).toContain('new since the run of 2026-11-20 08:09 UTC')
  expect(await renderedAs('junit', later)).not.toContain('failed already')
  const known = { ...input, report: { ...report, since: { ...since, newFailures: [] } } }
  for (const format of ['junit', 'md'])
    expect(await renderedAs(format, known)).toContain('failed already in the run of 2026-11-20 08:09 UTC')
  expect(githubAnnotations(later.report).filter((line) => line.includes('new since the run of'))).toHaveLength(1)
  const sarif = JSON.parse(await renderedAs('sarif', later)) as {
    runs: [{ results: { properties: { check: string }; baselineState?: string }[] }]
  }
  expect(sarif.runs[0].results.map((each) => [each.properties.check, each.baselineState])).toEqual([
    ['reserve.bad', 'new'],
    ['reserve.odd', undefined],
    ['list.known', 'unchanged'],
  ])
})

test('a run before that began at no time is told as it says, and breaks no report', async () => {
  const since = { ...report, newFailures: ['reserve.bad'], stillFailing: 0, mended: [], unverified: [], verified: [] }
  const odd = {
    ...input,
    report: { ...report, since: { ...since, startedAt: '<b>yesterday', url: '', verdict: 'fails' } },
  } as const
  expect(await renderedAs('md', odd)).not.toContain('<b>')
  expect(await renderedAs('junit', odd)).toContain('new since the run of &lt;b&gt;yesterday')
})

test('JUnit has a suite a chapter and an element for each outcome that is no pass', async () => {
  const suites = readXml(await renderedAs('junit', input))
  expect(suites).toMatchObject({
    name: 'testsuites',
    attributes: { tests: '7', failures: '1', errors: '1' },
  })
  expect(suites.children.map(({ attributes }) => attributes['skipped'])).toEqual(['0', '1', '1', '1'])
  expect(suites.children.map(({ attributes }) => attributes['name'])).toEqual(['reserve', 'hold', 'cancel', 'list'])
  const cases = suites.children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'))
  expect(cases.map(({ attributes, children }) => [attributes['name']?.split(':')[0], children[0]?.name])).toEqual([
    ['reserve.good', undefined],
    ['reserve.bad', 'failure'],
    ['reserve.odd', 'system-out'],
    ['hold.open', 'skipped'],
    ['cancel.none', 'skipped'],
    ['cancel.broke', 'error'],
    ['list.known', 'skipped'],
  ])
  const failure = cases[1]?.children[0]
  expect(failure?.attributes).toEqual({
    type: '4.2/new-booking-on-hold',
    message: 'the status of a new booking is not ON_HOLD',
  })
  expect(failure?.text).toContain('expected: "ON_HOLD"\n  received: "CONFIRMED"\n  where: exchange 3 at /status')
  expect(failure?.text).toContain('octospec run --profile profiles/sandbox.yaml --only reserve.bad --seed 7')
  expect(cases[6]?.children[0]?.attributes['message']).toBe('waived until 2027-01-31: ticket 4711')
})

test('JUnit of a run without a check is XML', async () => {
  expect(readXml(await renderedAs('junit', { report: reportOf([]), evidence: noEvidence }))).toMatchObject({
    name: 'testsuites',
    attributes: { tests: '0' },
  })
})

test.each([
  ['a report', report],
  ['an aborted run', { ...report, verdict: 'aborted' as const }],
  ['a run that never began', { ...report, checks: [], verdict: 'aborted' as const }],
])('JUnit of %s is what the schemas of Jenkins and Surefire say, with sums that agree', async (_name, shown) => {
  const text = await renderedAs('junit', { ...input, report: shown })
  expect(faultsOf(text, jenkins)).toEqual([])
  // Surefire has a file for each suite.
  const whole = XmlDocument.fromString(text)
  for (const suite of elements(whole, '/testsuites/testsuite')) expect(faultsOf(suite.toString(), surefire)).toEqual([])
  whole.dispose()
  for (const { attributes, children } of readXml(text).children) {
    const cases = children.filter(({ name }) => name === 'testcase')
    const sum = cases.reduce((seconds, each) => seconds + Number(each.attributes['time']), 0)
    expect(attributes).toMatchObject({ tests: String(cases.length), time: sum.toFixed(3) })
  }
})

test.each([
  ['an attribute of a suite that is unknown', '<testsuite ', '<testsuite at="1" '],
  ['a time that is none', / time="[\d.]+"/g, ' time="1 s"'],
  ['a case without a name', /<testcase (.*?) name="[^"]*"/, '<testcase $1'],
  ['a failure with more than its type and message', '<failure ', '<failure at="1" '],
])('the schemas of JUnit refuse %s', async (_name, there, instead) => {
  const text = (await renderedAs('junit', input)).replace(there, instead)
  expect(faultsOf(text, jenkins)).not.toEqual([])
  const suite = text.slice(text.indexOf('<testsuite '), text.indexOf('</testsuite>')) + '</testsuite>'
  expect(faultsOf(suite, surefire)).not.toEqual([])
})

/** What libxml2 finds wrong in a document, by a schema. */
function faultsOf(xml: string, schema: string): readonly string[] {
  const [text, rules] = [XmlDocument.fromString(xml), XmlDocument.fromString(schema)]
  const validator = XsdValidator.fromDoc(rules)
  try {
    validator.validate(text)
    return []
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.details.map(({ message }) => message)
  } finally {
    for (const each of [validator, text, rules]) each.dispose()
  }
}

test('CTRF is what the public schema says, with counts that agree', async () => {
  const ctrf: unknown = JSON.parse(await renderedAs('ctrf', input))
  expect(validate(ctrf)).toMatchObject({ valid: true })
  expect(ctrf).toMatchObject({
    results: { summary: { tests: 7, passed: 1, failed: 2, skipped: 1, pending: 1, other: 2, suites: 4 } },
  })
  expect(ctrf).toHaveProperty('results.tests.0.duration', 1230)
})

test('SARIF is what its schema says', async () => {
  // As Microsoft publishes it beside a matcher for another test runner; of draft 4 it has the spelling of its id alone.
  const file = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const { id: _id, $schema: _draft, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const isSarif = openAjv().compile(schema)
  for (const shown of [report, reportOf([]), { ...report, verdict: 'aborted' as const, problems: ['gone'] }]) {
    const sarif: unknown = JSON.parse(await renderedAs('sarif', { ...input, report: shown }))
    expect(isSarif(sarif) ? [] : isSarif.errors).toEqual([])
  }
  expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false)
})

test('SARIF names the profile as the place and the clause as the rule of each failure', async () => {
  const sarif: unknown = JSON.parse(await renderedAs('sarif', input))
  const place = { artifactLocation: { uri: 'profiles/sandbox.yaml', index: 0 }, region: { startLine: 1 } }
  expect(sarif).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        results: [
          { ruleId: '4.2/new-booking-on-hold', ruleIndex: 1, level: 'error', locations: [{ physicalLocation: place }] },
          { ruleId: '4.2/notes-mistyped-refused', level: 'warning' },
          { ruleId: '4.3/list-accepted', suppressions: [{ kind: 'external', justification: 'ticket 4711' }] },
        ],
      },
    ],
  })
})

test.each([
  ['/home/me/my profile.yaml', 'file:///home/me/my%20profile.yaml'],
  ['./a b/#1?.yaml', 'a%20b/%231%3F.yaml'],
])('SARIF makes a URI of the file %s', async (file, uri) => {
  const sarif = await renderedAs('sarif', { report: { ...report, profile: { file } }, evidence: noEvidence })
  expect(sarif).toContain(`"uri": "${uri}"`)
})

test('TAP skips what was not tested and marks what is waived or a convention as to do', async () => {
  const tap = await renderedAs('tap', input)
  expect(tap.split('\n').filter((line) => /^(not )?ok|^1\.\./.test(line))).toEqual([
    '1..7',
    'ok 1 - reserve.good: x # time=1230ms',
    'not ok 2 - reserve.bad: x # time=45ms',
    'not ok 3 - reserve.odd: x # TODO a convention, which the documents do not demand',
    'ok 4 - hold.open: x # SKIP untested: no clock',
    'ok 5 - cancel.none: x # SKIP not-applicable: cancel is not offered',
    'not ok 6 - cancel.broke: x # time=0ms',
    'not ok 7 - list.known: x # TODO waived until 2027-01-31: ticket 4711',
  ])
})

test('TAP is read as it is meant by a reader of others', async () => {
  const parser = new Parser({ strict: true })
  const ended = new Promise<FinalResults>((resolve) => parser.on('complete', resolve))
  const blocks: unknown[] = []
  parser.on('assert', ({ diag }: Result) => diag && blocks.push(diag))
  parser.end(await renderedAs('tap', input))
  expect(await ended).toMatchObject({
    count: 7,
    pass: 3,
    todo: 2,
    skip: 2,
    failures: [{ id: 2 }, { id: 6 }],
    bailout: false,
  })
  expect(blocks).toMatchObject([{ clause: '4.2/new-booking-on-hold', duration_ms: 45 }, {}, {}, {}])
})

test('Markdown says the verdict first, then the failures, and folds the rest', async () => {
  const markdown = await renderedAs('md', input)
  expect(markdown).toMatch(/^## 💥 octospec: suite-error: octospec itself broke/)
  expect(markdown).toContain('| reserve | 1 | 1 | 1 | 0 | 0 | 0 |')
  expect(markdown).toContain(
    '### Failures (1 defect, 1 check)\n\n- **The status of a new booking is not ON_HOLD**: Bookings do not keep to their states\n  - check `reserve.bad`: x\n  - clause `4.2/new-booking-on-hold` (must)',
  )
  expect(markdown).toContain('    - received ` "CONFIRMED" `')
  expect(markdown).toMatch(
    /### What it means\n\n1\. \*\*Bookings do not keep .* Next, the team that builds the server: /,
  )
  expect(markdown).toContain('- `list.known` until 2027-01-31: ` ticket 4711 `')
  expect(markdown).toContain('<details><summary>Could not be verified: 2 clauses (1 check)</summary>')
})

test('Markdown has one card a defect, with the names of the other checks that show it', async () => {
  const both = [
    { id: 'reserve.bad', clause: '4.2/new-booking-on-hold', outcome: 'fail' },
    { id: 'reserve.each', clause: '4.2/new-booking-on-hold', outcome: 'fail' },
  ] as const
  const markdown = await renderedAs('md', { report: reportOf([...both]), evidence: noEvidence })
  expect(markdown).toContain('### Failures (1 defect, 2 checks)')
  expect(markdown).toContain('  - as well: `reserve.each`')
})

test('the badge says the verdict in its text and for screen readers', async () => {
  const conforming = reportOf([{ id: 'reserve.good', clause: '4.2/reserve-accepted' }])
  const svg = readXml(await renderedAs('badge', { report: conforming, evidence: noEvidence }))
  expect(svg.attributes).toMatchObject({
    role: 'img',
    'aria-label': expect.stringContaining('octospec: conforms: 1 must clause verified'),
  })
  expect(svg.children.flatMap(({ children }) => children.map(({ text }) => text))).toContain('conforms 1/1')
  const smoke = readXml(
    await renderedAs('badge', { report: { ...conforming, smoke: { leftOut: 2, of: 3 } }, evidence: noEvidence }),
  )
  expect(smoke.children.flatMap(({ children }) => children.map(({ text }) => text))).toContain('conforms 1/1 (smoke)')
})

test('GitHub gets an error for each failure that counts and a warning for each convention', () => {
  const lines = githubAnnotations(report)
  expect(lines.map((line) => line.split('::')[1])).toEqual([
    'error file=profiles/sandbox.yaml,line=1,title=reserve.bad',
    'error file=profiles/sandbox.yaml,line=1,title=cancel.broke',
    'warning file=profiles/sandbox.yaml,line=1,title=reserve.odd',
  ])
  expect(lines[0]).toContain('%0A  expected: "ON_HOLD"%0A')
})

test('GitHub is told as an error what kept a run from its end, once', () => {
  const problems = ['the target is gone', 'certificates were not checked']
  const lines = githubAnnotations({
    ...reportOf([]),
    verdict: 'aborted',
    headline: `aborted: ${problems[0]}`,
    problems,
  })
  expect(lines).toEqual([
    '::error title=octospec::aborted: the target is gone',
    '::warning title=octospec::certificates were not checked',
  ])
})

test('GitHub gets no more than ten of a kind, the last of which counts the rest', () => {
  const many = Array.from({ length: 25 }, (_, at) => ({ id: `reserve.f${at}`, outcome: 'fail' as const }))
  const lines = githubAnnotations(reportOf(many))
  expect(lines).toHaveLength(10)
  expect(lines[9]).toContain('and 16 more')
})

test('HAR has an entry for each exchange, answered or not', async () => {
  const har: unknown = JSON.parse(await renderedAs('har', { report, evidence: twoExchanges }))
  const isHar = openAjv().addSchema(Object.values(harSchemas)).getSchema('har.json')
  expect(isHar?.(har) === true ? [] : isHar?.errors).toEqual([])
  expect(isHar?.({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [{}] } })).toBe(false)
  expect(har).toMatchObject({
    log: {
      version: '1.2',
      creator: { name: 'octospec', version: '0.1.0' },
      entries: [
        {
          startedDateTime: '2026-05-01T10:00:00.000Z',
          time: 12,
          request: {
            method: 'POST',
            queryString: [{ name: 'a', value: 'b c' }],
            postData: { mimeType: 'application/json', text: '{"currency":"EUR"}' },
            bodySize: 18,
          },
          response: { status: 201, statusText: 'Created', content: { text: '{"id":"é"}', size: 11 } },
          comment: 'exchange 1, reserve in reserve',
        },
        { request: { bodySize: 0 }, response: { status: 0, _error: 'timeout: no complete answer within 10 s' } },
      ],
    },
  })
})

async function* twoExchanges(): AsyncGenerator<EvidenceLine> {
  const common = {
    scenario: 'reserve',
    purpose: 'reserve',
    as: 'reseller',
    input: {},
    startedAt: Date.parse('2026-05-01T10:00:00Z'),
    durationMs: 12,
    clockMinutes: 0,
  } as const
  const headers = { 'content-type': 'application/json' }
  yield {
    type: 'exchange',
    exchange: {
      ...common,
      n: 1,
      request: { method: 'POST', url: 'http://127.0.0.1/b?a=b%20c', headers, body: '{"currency":"EUR"}' },
      response: { status: 201, headers, json: { id: 'é' } },
    },
  }
  yield {
    type: 'exchange',
    exchange: {
      ...common,
      n: 2,
      request: { method: 'GET', url: 'http://127.0.0.1/b', headers: {} },
      response: null,
      failure: { kind: 'timeout', message: 'no complete answer within 10 s' },
    },
  }
}
