import { expect, test } from 'vitest'
import { XmlDocument } from 'libxml2-wasm'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { summaryLines } from '../cli/terminal/summary.js'
import { pack } from '../pack.js'
import { boundReport, formats } from './formats.js'
import { diffText } from './diffText.js'
import { githubAnnotations } from './githubAnnotations.js'
import { compareReports } from '../judge/compareReports.js'
import { reportOf } from '../judge/report.test.data.js'
import { renderedAs } from './formats.test.data.js'
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

test.each(['json', 'ctrf', 'har'])('%s is JSON that any reader takes', async (name) => {
  expect(JSON.parse(await rendered(name))).toBeTypeOf('object')
})

test('junit is XML 1.0 with nothing of a target in its structure', async () => {
  const text = await rendered('junit')
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

test('Markdown as GitHub and GitLab render it has no image, link, tag, mention or reference of a target', async () => {
  const html = micromark(await rendered('md'), {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
  const outside = html.replaceAll(/<code>[^<]*<\/code>/g, ' ')
  const own =
    /^<\/?(?:h[23]|p|ul|ol|li|strong|table|thead|tbody|tr|th|td|details|summary|code)(?: align="right"| start="\d+")?>$/
  expect((outside.match(/<[^>]*>/g) ?? []).filter((tag) => !own.test(tag))).toEqual([])
  // A mention and a number of an issue are looked for in what is rendered.
  expect(
    outside
      .replaceAll(/&(?:lt|gt|quot);/g, ' ')
      .replaceAll('&amp;', '&')
      .match(/(?:[@#!~%$&][\w"]|GH-\d).*/g),
  ).toBeNull()
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
