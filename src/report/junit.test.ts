import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { reportOf } from '../judge/report.test.data.js'
import { everyOutcome, noEvidence, renderedAs } from './formats.test.data.js'
import { jenkins, surefire } from './junitSchemas.test.data.js'
import { elements, readXml } from './readXml.test.data.js'

const report = everyOutcome()
const input = { report, evidence: noEvidence }

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
  expect(suites).toMatchObject({ name: 'testsuites', attributes: { tests: '7', failures: '1', errors: '1' } })
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
  expect(failure?.text).toContain('expected: "ON_HOLD"\n  received: "CONFIRMED"\n  where: request 3 at /status')
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
