import { validate } from 'ctrf'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import type { EvidenceLine } from '../../evidence/evidence.js'
import { reportOf } from '../../judge/report.test.data.js'
import { githubAnnotations } from '../githubAnnotations.js'
import { everyOutcome, noEvidence, renderedAs } from './formats.test.data.js'

const report = everyOutcome()
const input = { report, evidence: noEvidence }

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Reads XML with a strict parser that is not ours. */
function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const path = [root]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: { ...attributes }, children: [], text: '' }
    path.at(-1)?.children.push(element)
    path.push(element)
  })
  parser.on('text', (text) => {
    const element = path.at(-1)
    if (element !== undefined) element.text += text
  })
  parser.on('closetag', () => void path.pop())
  parser.write(xml).close()
  return root.children[0] ?? root
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

/** What the schema of Jenkins' xunit plugin (junit-10) lets an element have; its times are digits with a point. */
const jenkins: Readonly<
  Record<string, { readonly attributes: readonly string[]; readonly children: readonly string[] }>
> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'],
    children: ['properties', 'testcase'],
  },
  properties: { attributes: [], children: ['property'] },
  property: { attributes: ['name', 'value'], children: [] },
  testcase: { attributes: ['name', 'time', 'classname'], children: ['skipped', 'error', 'failure', 'system-out'] },
  failure: { attributes: ['type', 'message'], children: [] },
  error: { attributes: ['type', 'message'], children: [] },
  skipped: { attributes: ['type', 'message'], children: [] },
  'system-out': { attributes: [], children: [] },
}

test.each([
  ['a report', report],
  ['an aborted run', { ...report, verdict: 'aborted' as const }],
  ['a run that never began', { ...report, checks: [], verdict: 'aborted' as const }],
])('JUnit of %s has only what the schemas of Jenkins and Surefire know, and sums that agree', async (_name, shown) => {
  const wrong: string[] = []
  const visit = ({ name, attributes, children }: Element): void => {
    const known = jenkins[name]
    for (const attribute of Object.keys(attributes))
      if (known?.attributes.includes(attribute) !== true) wrong.push(`${name} ${attribute}`)
    for (const child of children)
      if (known?.children.includes(child.name) !== true) wrong.push(`${name} > ${child.name}`)
    if (attributes['time'] !== undefined && !/^\d{1,6}\.\d{3}$/.test(attributes['time'])) wrong.push(attributes['time'])
    // Surefire takes the properties first.
    if (children.slice(1).some((child) => child.name === 'properties')) wrong.push('properties come late')
    children.forEach(visit)
  }
  const suites = readXml(await renderedAs('junit', { ...input, report: shown }))
  visit(suites)
  expect(wrong).toEqual([])
  for (const { attributes, children } of suites.children) {
    const cases = children.filter(({ name }) => name === 'testcase')
    const sum = cases.reduce((seconds, each) => seconds + Number(each.attributes['time']), 0)
    expect(attributes).toMatchObject({ tests: String(cases.length), time: sum.toFixed(3) })
  }
})

test('CTRF is what the public schema says, with counts that agree', async () => {
  const ctrf: unknown = JSON.parse(await renderedAs('ctrf', input))
  expect(validate(ctrf)).toMatchObject({ valid: true })
  expect(ctrf).toMatchObject({
    results: { summary: { tests: 7, passed: 1, failed: 2, skipped: 1, pending: 1, other: 2, suites: 4 } },
  })
  expect(ctrf).toHaveProperty('results.tests.0.duration', 1230)
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

test('Markdown says the verdict first, then the failures, and folds the rest', async () => {
  const markdown = await renderedAs('md', input)
  expect(markdown).toMatch(/^## 💥 octospec: suite-error: octospec itself broke/)
  expect(markdown).toContain('| reserve | 1 | 1 | 1 | 0 | 0 | 0 |')
  expect(markdown).toContain('### Failures (1)\n\n- `reserve.bad`: x\n  - clause `4.2/new-booking-on-hold` (must)')
  expect(markdown).toContain('    - received ` "CONFIRMED" `')
  expect(markdown).toContain('- `list.known` until 2027-01-31: ` ticket 4711 `')
  expect(markdown).toContain('<details><summary>Could not be verified (1)</summary>')
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
