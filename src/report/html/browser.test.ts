import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderHtml } from './renderHtml.js'
import { pack } from '../../pack.js'
import { runOnReference } from '../../proof/runOnReference.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Report } from '../../judge/report.js'
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

async function write(
  name: string,
  exchanges: number,
  report: Report = sampleReport(),
  evidence: () => AsyncIterable<EvidenceLine> = () => sampleEvidence(exchanges),
): Promise<number> {
  let text = ''
  for await (const piece of renderHtml({ contract: pack.contract, report, evidence })) text += piece
  writeFileSync(join(folder, name), text)
  return text.length
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
    await page.locator('.filters summary').click()
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

test.skipIf(!there)('what is searched for stands in the address, and an address searches', async () => {
  await opened({}, async (page) => {
    await page.getByRole('searchbox').fill('octospec broke')
    await page.locator('[role=status]:not(:empty)').waitFor()
    expect(await page.evaluate('location.hash')).toBe('#?q=octospec+broke')
    expect(await page.locator('#failures .card:visible').count()).toBe(1)
  })
  await opened({ hash: '#?q=sample&o=untested' }, async (page) => {
    expect(await page.getByRole('searchbox').inputValue()).toBe('sample')
    expect(await page.locator('#unverified .item:visible').count()).toBe(2)
    expect(await page.locator('#failures').isVisible()).toBe(false)
  })
})

test.skipIf(!there)('a word that stands in several cards shows all of them, opened or not', async () => {
  await opened({}, async (page) => {
    const cards = page.locator('#failures .card')
    const all = await cards.count()
    await page.getByRole('searchbox').fill('why it matters')
    await page.locator('[role=status]:not(:empty)').waitFor()
    expect(await page.locator('#failures .card:visible').count()).toBe(all - 1)
    expect(await page.locator('#failures .card:visible .check').count()).toBeGreaterThan(0)
  })
})

test.skipIf(!there)('a word in the body of a request that passed is found, and its row shown', async () => {
  await opened({}, async (page) => {
    await page.getByRole('searchbox').fill('"uuid":"booking-7"')
    await page.locator('[id="exchange-7"]').waitFor({ state: 'visible' })
    expect(await page.getByRole('status').textContent()).toMatch(/^1 of /)
  })
})

test.skipIf(!there)('a search says of how many requests it cannot look into the bodies', async () => {
  const text = (n: number): string =>
    Array.from({ length: 90 }, (_, at) => createHash('sha256').update(`${n} ${at}`).digest('hex')).join('')
  await write('full.html', 600, sampleReport(), async function* () {
    for await (const line of sampleEvidence(600))
      yield line.type === 'exchange' && line.exchange.response !== null
        ? {
            ...line,
            exchange: { ...line.exchange, response: { ...line.exchange.response, json: text(line.exchange.n) } },
          }
        : line
  })
  const page = await browser.newPage()
  try {
    await page.goto(urlOf('full.html'))
    const [said = '', bodies] =
      /The bodies of (\d+) requests are not in this file/.exec((await page.locator('#timeline').textContent()) ?? '') ??
      []
    expect(said).not.toBe('')
    await page.getByRole('searchbox').fill('nowhere')
    await page.locator('[role=status]:not(:empty)').waitFor()
    expect(await page.getByRole('status').textContent()).toMatch(
      new RegExp(
        `^0 of \\d+ items shown; the bodies of ${bodies ?? ''} requests are not in this file and were not searched`,
      ),
    )
  } finally {
    await page.close()
  }
})

test.skipIf(!there)('on a phone the lifecycle is drawn, too, and nothing of it is cut off', async () => {
  await opened({ viewport: { width: 390, height: 800 } }, async (page) => {
    const box = await page.locator('#lifecycle svg:visible').boundingBox()
    expect(box?.width).toBeGreaterThan(300)
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  })
})

test.skipIf(!there)('any exchange can be opened, passing ones too, as text', async () => {
  await opened({ hash: '#exchange-7' }, async (page) => {
    const shown = page.locator('[id="exchange-7"] + .opened')
    await shown.locator('pre').nth(1).waitFor()
    expect(await shown.textContent()).toContain('"uuid": "booking-7"')
    await page.evaluate("location.hash = '#exchange-2'")
    await page.locator('[id="exchange-2"] + .opened pre').nth(1).waitFor()
    expect(await page.locator('[id="exchange-2"] + .opened').textContent()).toContain('\\u202eevil')
    expect(await page.evaluate('document.images.length')).toBe(0)
    expect(await page.evaluate('typeof window.hacked')).toBe('undefined')
  })
})

test.skipIf(!there)('a clause and a booking are found by the names that people write in an address', async () => {
  await opened({}, async (page) => {
    const [clause, booking] = await page.evaluate<[string, string]>(`[
      document.querySelector('[id^=clause-]').id, document.querySelector('[id^=booking-]').id
    ]`)
    const id = await page.locator(`[id="${booking}"] code`).first().textContent()
    for (const [written, found] of [
      [clause.replace('_', '/'), clause],
      [`booking-${id ?? ''}`, booking],
    ]) {
      expect(written).not.toBe(found)
      await page.evaluate(`location.hash = ${JSON.stringify(`#${written}`)}`)
      await page.locator(`[id="${found}"].target`).waitFor()
    }
  })
})

test.skipIf(!there)('a script is copied as it stands', async () => {
  await opened({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const code = page.locator('#failures .code').first()
    await code.getByRole('button', { name: 'Copy' }).click()
    await code.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code.locator('pre').textContent())
  })
})

test.skipIf(!there)('the navigation stays in sight', async () => {
  await opened({ viewport: { width: 390, height: 800 }, hash: '#gaps' }, async (page) => {
    const bar = await page.locator('.bar').boundingBox()
    expect(bar?.y).toBe(0)
    const heading = await page.locator('#gaps-title').boundingBox()
    expect(heading?.y).toBeGreaterThanOrEqual(bar?.height ?? 0)
  })
})

test.skipIf(!there)('a link to an item that a filter hides shows it', async () => {
  await opened({}, async (page) => {
    await page.locator('.filters summary').click()
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('untested')
    await page.evaluate("location.hash = '#check-sample.check-0'")
    const check = page.locator('[id="check-sample.check-0"]')
    await check.waitFor({ state: 'visible' })
    expect(await check.getAttribute('class')).toContain('target')
  })
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

test.skipIf(!there).for([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
  ['dark', 320],
] as const)('axe finds no violation, %s, %i px wide', async ([colorScheme, width]) => {
  await opened({ colorScheme, viewport: { width, height: 900 } }, async (page) => {
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    // What is out of sight is laid out only when it is looked at; until then axe takes it to lie over what follows.
    await page.evaluate(
      "for (const each of document.querySelectorAll('.clause, .card')) each.style.contentVisibility = 'visible'",
    )
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

test.skipIf(!there)(
  'on paper there are the decision and the causes, on six pages at most, whatever there is',
  async () => {
    const many: Report = {
      ...sampleReport(),
      verdict: 'fails',
      checks: sampleReport().checks.map((check, at) => ({
        ...check,
        outcome: at % 3 === 0 ? 'untested' : 'fail',
        reason: `reason ${'abcdefghijklmnopqrstuvwxyz'.charAt(at % 26)} of many`,
        findings: [
          {
            message: `${'abcdefghijklmnopqrstuvwxyz'.charAt(at % 26)}${'wrong '.repeat(at)}`,
            expected: 'x'.repeat(900),
            received: 'y'.repeat(900),
            exchange: null,
            pointer: null,
          },
        ],
      })),
    }
    await write('many.html', 12, many)
    await write('conforms.html', 12, { ...sampleReport(), verdict: 'conforms', partial: false, checks: [] })
    const context = await browser.newContext({ javaScriptEnabled: false })
    try {
      const page = await context.newPage()
      for (const name of ['sample.html', 'many.html', 'conforms.html']) {
        await page.goto(urlOf(name))
        expect(pagesOf(await page.pdf({ format: 'A4' })), name).toBeLessThanOrEqual(6)
      }
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

test.skipIf(!there)(
  'a report of 5,000 exchanges is small, opens at once, and is searched at once',
  async ({ annotate }) => {
    const { evidence } = await runOnReference({ plan: { only: ['4.2/*', '5/*'] } })
    const exchanges = evidence.flatMap((line) => (line.type === 'exchange' ? [line.exchange] : []))
    const size = await write('large.html', 5000, sampleReport(), async function* () {
      for (let n = 1; n <= 5000; n += 1) {
        const exchange = exchanges[n % exchanges.length]
        if (exchange !== undefined) yield { type: 'exchange', exchange: { ...exchange, n } }
      }
    })
    const page = await browser.newPage()
    try {
      const began = performance.now()
      await page.goto(urlOf('large.html'), { waitUntil: 'load' })
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
      const took = Math.round(performance.now() - began)
      const searched = await page.evaluate(`(() => {
      const input = document.querySelector('[type=search]')
      const began = performance.now()
      dispatchEvent(new HashChangeEvent('hashchange'))
      location.hash = '#?q=bookings'
      return new Promise((done) => addEventListener('hashchange', () => done(Math.round(performance.now() - began)), { once: true }))
    })()`)
      await annotate(`${size} characters, opened in ${took} ms, searched in ${JSON.stringify(searched)} ms`)
      expect(size).toBeLessThan(3_000_000)
      expect(await page.locator('#timeline .rows tbody tr').count()).toBe(5000)
      // Of thousands that are found none is laid out before its page is opened, which has them alone.
      const [closed, said, found] = await page.evaluate<[number, string, number]>(`(() => {
        const [first] = document.querySelectorAll('.page')
        const closed = document.querySelectorAll('.page[open]').length
        first.open = true
        return new Promise((done) => first.addEventListener('toggle', () =>
          done([closed, first.querySelector('summary').textContent, first.querySelectorAll('tr.item:not([hidden])').length])))
      })()`)
      expect(closed).toBe(0)
      expect(found).toBeGreaterThan(20)
      expect(said).toBe(`Requests 1 to 250: ${found} found`)
      await page.evaluate("location.hash = '#exchange-4990'")
      await page.locator('[id="exchange-4990"] + .opened').waitFor()
      // 0.5 s is what it shall take; a busy machine is not a broken report.
      expect(took).toBeLessThan(6000)
    } finally {
      await page.close()
    }
  },
)
