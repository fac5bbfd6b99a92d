import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { CheckResult, Report } from '../../judge/report.js'
import { pack } from '../../pack.js'
import { runOnReference } from '../../proof/runOnReference.js'
import { renderHistory } from '../history.js'
import { openPages, there } from './browser.test.data.js'
import { sampleReport } from './sampleReport.test.data.js'

const { browser, write, put, urlOf, opened } = openPages()

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Beside the sample: forty causes with the longest words; a run that conforms, with its certificate; a run with defects
 * in four chapters; and the page of their history.
 */
beforeAll(async () => {
  if (!there) return
  const sample = sampleReport()
  const letters = (at: number): string => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))
  const check = (at: number): CheckResult => ({
    ...oneOf(sample.checks, at),
    id: `sample.many-${at}`,
    outcome: at % 3 === 0 ? 'untested' : 'fail',
    reason: `reason ${letters(at)} of many`,
    findings: [
      {
        message: `${letters(at)}${'wrong '.repeat(at)}${'w'.repeat(at * 5)}`,
        expected: 'x'.repeat(900),
        received: 'y'.repeat(900),
        exchange: at % 2 === 0 ? null : 1 + (at % 12),
        pointer: null,
      },
    ],
  })
  const many: Report = { ...sample, verdict: 'fails', checks: Array.from({ length: 60 }, (_, at) => check(at)) }
  const conforms: Report = { ...sample, verdict: 'conforms', partial: false, checks: [] }
  await write('many.html', 12, many)
  await write('conforms.html', 12, conforms)
  const faults = [
    'last-option-original-below-retail',
    'update-loses-reference-after-confirm',
    'confirm-of-expired-accepted',
    'refusal-with-stack-trace',
  ]
  const only = ['2.4/*', '4.3/update-*', '3/confirm-*', '7/refusal-*']
  const { report, evidence } = await runOnReference({ faults, plan: { only } })
  await write('fails.html', 0, report, async function* () {
    yield* evidence
  })
  const runs = [sample, conforms, many, report].map((each, at) => ({ folder: `/runs/${at}`, report: each }))
  put('history.html', renderHistory(pack.contract, runs, '/runs'))
}, 180_000)

/**
 * Opens everything and has it laid out. Off-screen parts are not laid out until looked at: until then axe takes them to
 * lie over what follows, and nothing of them juts out.
 */
async function openAll(page: Page): Promise<void> {
  await page.evaluate(`
    for (const details of document.querySelectorAll('details')) details.open = true
    for (const each of document.querySelectorAll('.clause, .card, main > section')) each.style.contentVisibility = 'visible'
  `)
}

function oneOf<T>(all: readonly T[], at: number): T {
  const one = all[at % all.length]
  if (one === undefined) throw new Error('the sample is empty')
  return one
}

type View = readonly [colorScheme: 'light' | 'dark', width: number]

/** How axe looks at each page: all of them are made of the same parts, of which the sample has the most. */
const views: Readonly<Record<string, readonly View[]>> = {
  'sample.html': [
    ['light', 1280],
    ['dark', 390],
  ],
  // The sample has all its parts, so only its layout is looked at.
  'many.html': [],
  'conforms.html': [['dark', 390]],
  'history.html': [['light', 390]],
}

test.skipIf(!there).for(Object.entries(views))(
  'in %s with everything open axe finds nothing, nothing scrolls sideways, leaves the page or runs, and no error is said',
  async ([name, looks]) => {
    const context = await browser().newContext()
    try {
      const page = await context.newPage()
      const requests: string[] = []
      const troubles: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      page.on('dialog', (dialog) => troubles.push(dialog.message()))
      page.on('console', (message) => troubles.push(message.text()))
      page.on('pageerror', (error) => troubles.push(error.message))
      await page.goto(urlOf(name))
      await openAll(page)
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 700 })
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px wide`).toBe(width)
      }
      await page.evaluate("for (const link of document.querySelectorAll('a')) link.click()")
      expect(requests.filter((url) => !url.startsWith('file:') || !url.includes(name))).toEqual([])
      expect(troubles).toEqual([])
      expect(await page.evaluate('typeof window.hacked')).toBe('undefined')
      expect(await page.evaluate('document.scripts.length + document.images.length')).toBe(
        name === 'history.html' ? 0 : 1,
      )
      await page.evaluate(axe)
      for (const [colorScheme, width] of looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        const violations = await page.evaluate(
          `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(
            ({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ')))`,
        )
        expect(violations, `${colorScheme}, ${width} px wide`).toEqual([])
      }
    } finally {
      await context.close()
    }
  },
)

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

test.skipIf(!there)(
  'on paper there are the decision and the causes, on six pages at most, whatever there is',
  async () => {
    const context = await browser().newContext({ javaScriptEnabled: false })
    try {
      const page = await context.newPage()
      for (const name of ['sample.html', 'many.html', 'fails.html']) {
        await page.goto(urlOf(name))
        expect(pagesOf(await page.pdf({ format: 'A4' })), name).toBeLessThanOrEqual(6)
      }
      await page.goto(urlOf('conforms.html'))
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('#certificate').isVisible()).toBe(true)
      await page.goto(urlOf('sample.html'))
      for (const shown of ['h1', '.meaning', '#failures .card h3 >> nth=3', '#unverified .reason b >> nth=0'])
        expect(await page.locator(shown).isVisible(), shown).toBe(true)
      for (const hidden of ['form', '#timeline', '#clauses', '.steps >> nth=0'])
        expect(await page.locator(hidden).isVisible(), hidden).toBe(false)
    } finally {
      await context.close()
    }
  },
)

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length ?? 0
}

// How long it takes no test can tell on any machine; here stands what makes it quick.
test.skipIf(!there)(
  'a report of 5,000 exchanges is small, and neither opening nor searching it makes or lays out what is out of sight',
  async () => {
    const { evidence } = await runOnReference({ plan: { only: ['4.2/*', '5/*'] } })
    const exchanges = evidence.flatMap((line) => (line.type === 'exchange' ? [line.exchange] : []))
    const size = await write('large.html', 5000, sampleReport(), async function* () {
      for (let n = 1; n <= 5000; n += 1) {
        const exchange = exchanges[n % exchanges.length]
        if (exchange !== undefined) yield { type: 'exchange', exchange: { ...exchange, n } }
      }
    })
    expect(size).toBeLessThan(3_000_000)
    const elements = 'document.querySelectorAll("*").length'
    let few = 0
    await opened({}, async (page) => {
      few = await page.evaluate<number>(elements)
    })
    await opened({ name: 'large.html' }, async (page) => {
      const rows = page.locator('#timeline tr.item')
      // The rows of requests wait as text.
      expect(
        await page.evaluate('document.querySelector("#timeline").textContent.match(/<tr class="item"/g).length'),
      ).toBe(5000)
      expect(await rows.count()).toBe(0)
      // A row would be ten elements.
      expect((await page.evaluate<number>(elements)) - few).toBeLessThan(5000)
      expect(
        await page.evaluate(`[...document.querySelectorAll('.clause, .card, main > section')]
          .filter((each) => getComputedStyle(each).contentVisibility !== 'auto').length`),
      ).toBe(0)
      await page.getByRole('searchbox').fill('/')
      await page
        .getByRole('status')
        .filter({ hasText: /^5\d\d\d of 5\d\d\d items shown$/ })
        .waitFor()
      expect(await rows.count()).toBe(0)
      // A page that is opened then has what was found alone.
      await page.getByRole('searchbox').fill('cancel')
      const summary = page.locator('.page summary').first()
      await summary.filter({ hasNotText: ': 250 found' }).filter({ hasText: 'found' }).waitFor()
      expect(await page.locator('.page[open]').count()).toBe(0)
      await summary.click()
      await expect
        .poll(
          async () =>
            (await summary.textContent()) ===
            `Requests 1 to 250: ${await rows.filter({ visible: true }).count()} found`,
        )
        .toBe(true)
      expect(await rows.filter({ visible: true }).count()).toBeGreaterThan(20)
      expect(await rows.count()).toBe(250)
      await page.evaluate("location.hash = '#exchange-4990'")
      await page.locator('[id="exchange-4990"]').waitFor()
    })
  },
)
