import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderHtml } from './renderHtml.js'
import { pack } from '../../pack.js'
import { sampleEvidence, sampleReport } from './sampleReport.test.data.js'

const executablePath = process.env['OCTOSPEC_CHROMIUM'] ?? '/usr/bin/chromium'
const there = existsSync(executablePath)
if (!there) console.warn(`left out: the browser tests of report.html, because there is no ${executablePath}`)

const quiet = ['quic', 'background-networking', 'component-update', 'sync'].map((what) => `--disable-${what}`)
const folder = mkdtempSync(join(tmpdir(), 'octospec-html-'))
let browser: Browser

beforeAll(async () => {
  if (!there) return
  const { chromium } = await import('playwright-core')
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...quiet],
  })
  await write('sample.html', 12)
})

afterAll(async () => {
  if (there) await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

async function write(name: string, exchanges: number): Promise<void> {
  let text = ''
  const input = { contract: pack.contract, report: sampleReport(), evidence: () => sampleEvidence(exchanges) }
  for await (const piece of renderHtml(input)) text += piece
  writeFileSync(join(folder, name), text)
}

function urlOf(name: string, hash = ''): string {
  return `${pathToFileURL(join(folder, name)).href}${hash}`
}

/** The sample in a page of its own, which is closed again. */
async function opened(
  { hash = '', ...options }: BrowserContextOptions & { readonly hash?: string },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
  try {
    const page = await context.newPage()
    await page.goto(urlOf('sample.html', hash))
    await look(page)
  } finally {
    await context.close()
  }
}

test.skipIf(!there)('the verdict stands at the top, in one sentence', async () => {
  await opened({}, async (page) => {
    const heading = page.getByRole('heading', { level: 1 })
    expect((await heading.textContent())?.replaceAll(/\s+/g, ' ')).toBe(sampleReport().headline)
    expect((await heading.boundingBox())?.y).toBeLessThan(300)
  })
})

test.skipIf(!there)('a link to a check opens the failure that it is in, and marks it', async () => {
  await opened({ hash: '#check-sample.check-2' }, async (page) => {
    const check = page.locator('[id="check-sample.check-2"]')
    expect(await check.isVisible()).toBe(true)
    expect(await check.getAttribute('class')).toContain('target')
    const box = await check.boundingBox()
    expect(box?.y).toBeGreaterThan(-50)
    expect(box?.y).toBeLessThan(900)
    await page.evaluate("location.hash = '#exchange-7'")
    await page.locator('[id="exchange-7"].target').waitFor({ state: 'visible' })
  })
})

test.skipIf(!there)('search and filters leave what fits, say how much it is, and let go again', async () => {
  await opened({}, async (page) => {
    const shown = page.locator('.clause:visible')
    await page.getByRole('combobox', { name: 'Level' }).selectOption('must')
    await page.getByRole('combobox', { name: 'Chapter' }).selectOption('8')
    const expected = sampleReport().clauses.filter(({ id, level }) => id.startsWith('8/') && level === 'must').length
    expect(expected).toBeGreaterThan(0)
    expect(await shown.count()).toBe(expected)
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ of \d+ items shown$/)
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.locator('[role=status]:empty').waitFor({ state: 'attached' })
    expect(await page.locator('#bookings').isVisible()).toBe(true)
    await page.getByRole('searchbox').fill('SAMPLE.check-9 fact')
    await page.locator('[role=status]:not(:empty)').waitFor()
    expect(await page.locator('.item:visible').count()).toBe(1)
    expect(await page.locator('.item:visible').textContent()).toContain('sample fact number 9')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('untested')
    expect(await page.locator('#unverified .item:visible').count()).toBe(2)
    expect(await page.locator('#failures').isVisible()).toBe(false)
  })
})

test.skipIf(!there)('a link to an item that a filter hides shows it', async () => {
  await opened({}, async (page) => {
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('untested')
    await page.evaluate("location.hash = '#check-sample.check-0'")
    const check = page.locator('[id="check-sample.check-0"]')
    await check.waitFor({ state: 'visible' })
    expect(await check.getAttribute('class')).toContain('target')
  })
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

test.skipIf(!there).for([
  ['light', 1200],
  ['dark', 320],
] as const)('axe finds no violation, %s, %i px wide', async ([colorScheme, width]) => {
  await opened({ colorScheme, viewport: { width, height: 900 } }, async (page) => {
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    await page.evaluate(axe)
    const violations = await page.evaluate(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ')))`,
    )
    expect(violations).toEqual([])
  })
})

test.skipIf(!there)('at 320 px the page does not scroll sideways, with everything open', async () => {
  await opened({ viewport: { width: 320, height: 700 } }, async (page) => {
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })
})

test.skipIf(!there)('no request leaves the page, and nothing that a target answered runs', async () => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const requests: string[] = []
    const troubles: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('dialog', (dialog) => troubles.push(dialog.message()))
    page.on('console', (message) => troubles.push(message.text()))
    page.on('pageerror', (error) => troubles.push(error.message))
    await page.goto(urlOf('sample.html'))
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    await page.evaluate("for (const link of document.querySelectorAll('a')) link.click()")
    expect(requests.filter((url) => !url.startsWith('file:') || !url.includes('sample.html'))).toEqual([])
    expect(troubles).toEqual([])
    expect(await page.evaluate('typeof window.hacked')).toBe('undefined')
    expect(await page.evaluate('document.scripts.length + document.images.length')).toBe(1)
  } finally {
    await context.close()
  }
})

test.skipIf(!there)('without JavaScript all text is there, and no control that does nothing', async () => {
  await opened({ javaScriptEnabled: false }, async (page) => {
    expect(await page.locator('form').isVisible()).toBe(false)
    const text = (await page.locator('body').textContent()) ?? ''
    const { clauses, checks, gaps } = sampleReport()
    const texts = [...clauses.map((each) => each.text), ...checks.map(({ title }) => title)]
    for (const said of [...texts, ...gaps.map(({ question }) => question)]) expect(text).toContain(said)
    for (let n = 3; n <= 12; n += 1) expect(text).toContain(`/octo/bookings/${n}`)
    // The browser itself opens what a link leads into.
    await page.locator('.chapter summary').first().click()
    await page.locator('#chapter-1 .checks a').first().click()
    expect(await page.locator('#chapter-1 .clause').first().isVisible()).toBe(true)
  })
})

test.skipIf(!there)('for the printer everything is open, and closed again afterwards', async () => {
  await opened({}, async (page) => {
    const closed = "document.querySelectorAll('details:not([open])').length"
    const before = await page.evaluate(closed)
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(await page.evaluate(closed)).toBe(0)
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(await page.evaluate(closed)).toBe(before)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('form').isVisible()).toBe(false)
    expect(await page.locator('#chapter-1 .clause').first().isVisible()).toBe(true)
  })
})

test.skipIf(!there)('a report of 5,000 exchanges opens at once', async ({ annotate }) => {
  await write('large.html', 5000)
  const page = await browser.newPage()
  try {
    const began = performance.now()
    await page.goto(urlOf('large.html'), { waitUntil: 'load' })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    const took = Math.round(performance.now() - began)
    await annotate(`opened in ${took} ms`)
    expect(await page.locator('#timeline .rows tbody tr').count()).toBe(5000)
    // 2 s is what it shall take; a busy machine is not a broken report.
    expect(took).toBeLessThan(6000)
  } finally {
    await page.close()
  }
})
