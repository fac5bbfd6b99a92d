import { expect, test } from 'vitest'
import { XmlDocument } from 'libxml2-wasm'
import { parse as parseYaml } from 'yaml'
import { summaryLines } from '../../cli/terminal/summary.js'
import { pack } from '../../pack.js'
import { boundReport } from '../boundReport.js'
import { diffText } from '../diffText.js'
import { githubAnnotations } from '../githubAnnotations.js'
import { compareReports } from '../../judge/compareReports.js'
import { reportOf } from '../../judge/report.test.data.js'
import { renderedAs } from './formats.test.data.js'
import { formats } from './index.js'
import { hostileEvidence, hostileReport, hostileTexts } from './hostile.test.data.js'

const report = boundReport(hostileReport())

const rendered = (name: string): Promise<string> => renderedAs(name, { report, evidence: hostileEvidence })

// All that a terminal, an editor or a reader of lines would act on, but for the line feed.
// oxlint-disable-next-line no-control-regex
const active =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u3164\ufeff\ufffe\uffff\u{e0000}-\u{e0fff}]|[\ud800-\udbff](?![\udc00-\udfff])/u

test.each(formats.map(({ name }) => name).filter((name) => name !== 'html'))(
  '%s has no control, direction or line character of a target in it',
  async (name) => {
    const text = await rendered(name)
    expect(text.length).toBeGreaterThan(100)
    const found = active.exec(text)
    expect(found?.[0].charCodeAt(0).toString(16)).toBeUndefined()
  },
)

test.each(formats.map(({ name }) => name).filter((name) => !['html', 'har'].includes(name)))(
  '%s does not grow with a megabyte of one line',
  async (name) => {
    const text = await rendered(name)
    expect(text.length).toBeLessThan(800_000)
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(200_000)
  },
)

test.each(['json', 'ctrf', 'sarif', 'har'])('%s is JSON that any reader takes', async (name) => {
  expect(JSON.parse(await rendered(name))).toBeTypeOf('object')
})

test.each(['junit', 'badge'])('%s is XML 1.0 with nothing of a target in its structure', async (name) => {
  const text = await rendered(name)
  const document = XmlDocument.fromString(text)
  for (const path of [
    '//comment()',
    '//processing-instruction()',
    "//*[contains('|script|img|a|foreignObject|', concat('|', local-name(), '|'))]",
  ])
    expect(document.find(path)).toEqual([])
  document.dispose()
  expect(text).not.toContain('<![CDATA[')
})

test('Markdown keeps hostile text inside of code spans', async () => {
  const text = await rendered('md')
  // A code span ends at the next run of as many backticks as it began with.
  const outside = text.replaceAll(/(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S])*?(?<!`)\1(?!`)/g, '')
  for (const meant of ['<script', '<img', '](', '@everyone', 'https://evil']) expect(outside).not.toContain(meant)
  expect(outside.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?(details|summary)>$/.test(tag))).toEqual([])
})

test('TAP has as many results as it plans, whatever a target says', async () => {
  const lines = (await rendered('tap')).split('\n')
  expect(lines.filter((line) => /^(not )?ok /.test(line))).toHaveLength(report.checks.length)
  expect(lines.filter((line) => /^1\.\.|^Bail out!/.test(line))).toEqual([
    `1..${report.checks.length}`,
    // The report was aborted; of that there is one line, at the end.
    expect.stringMatching(/^Bail out! ./),
  ])
  expect(lines.at(-2)).toMatch(/^Bail out! /)
  // A directive is an unescaped # after a space; only ours are left.
  const directives = lines.filter((line) => /^(not )?ok .* #/.test(line))
  expect(directives.filter((line) => !/ # (SKIP |TODO |time=\d+ms$)/.test(line.replaceAll(/\\[#\\]/g, '')))).toEqual([])
  const blocks = lines.join('\n').match(/^ {2}---\n[\s\S]*?^ {2}\.\.\.$/gm) ?? []
  expect(blocks).toHaveLength(report.checks.filter(({ outcome }) => outcome !== 'untested').length)
  for (const block of blocks) expect(parseYaml(block.replaceAll(/^ {2}/gm, ''))).toHaveProperty('lines')
})

test('annotations for GitHub are one line each, and nothing that a target said begins another', () => {
  const lines = githubAnnotations(report, pack.contract)
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) {
    expect(line).toMatch(/^::(error|warning) [^\n\r]*$/)
    expect(active.exec(line)).toBeNull()
    // What is left of the properties after the file is ours.
    expect(line.split('::')[1]).toMatch(/^(error|warning) (file=[^,:]*,line=1,)?title=[^,:]*$/)
  }
})

test('the terminal shows hostile text and does not obey it', () => {
  const lines = summaryLines(report, {
    contract: pack.contract,
    style: (_, text) => text,
    quiet: false,
    verbose: true,
    files: [],
  })
  expect(lines.length).toBeGreaterThan(hostileTexts.length)
  for (const line of lines) {
    expect(active.exec(line)).toBeNull()
    expect(line).not.toContain('\n')
    expect(line.trimStart()).not.toMatch(/^::/)
    expect(line.length).toBeLessThan(20_000)
  }
})

test('a comparison is as harmless in text and Markdown', () => {
  const before = reportOf([])
  for (const format of ['text', 'md'] as const) {
    const text = diffText(before, report, compareReports(before, report), format)
    expect(active.exec(text)).toBeNull()
    expect(text.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([])
  }
})
