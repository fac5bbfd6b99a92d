import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Report } from '../../judge/report.js'
import { pack } from '../../pack.js'
import { renderHtml } from './page.js'
import { sampleEvidence, sampleReport } from './sampleReport.test.data.js'

const executablePath = process.env['OCTOSPEC_CHROMIUM'] ?? '/usr/bin/chromium'
/** Without a browser, what needs one is left out. */
export const there: boolean = existsSync(executablePath)
const quiet = ['quic', 'background-networking', 'component-update', 'sync'].map((what) => `--disable-${what}`)

/** A browser for the tests of one file, and a folder of pages. */
export interface Pages {
  readonly browser: () => Browser
  /** @returns how many characters the page of a report has */
  readonly write: (
    name: string,
    exchanges: number,
    report?: Report,
    evidence?: () => AsyncIterable<EvidenceLine>,
  ) => Promise<number>
  /** Writes a page that is there already. */
  readonly put: (name: string, text: string) => void
  readonly urlOf: (name: string, hash?: string) => string
  /** The sample, or what was written under another name, in a page of its own, which is closed again. */
  readonly opened: (
    options: BrowserContextOptions & { readonly hash?: string; readonly name?: string },
    look: (page: Page) => Promise<void>,
  ) => Promise<void>
}

/** For the whole of a file: opened before its first test, closed after its last. */
export function openPages(): Pages {
  if (!there) console.warn(`left out: the browser tests of report.html, because there is no ${executablePath}`)
  const folder = mkdtempSync(join(tmpdir(), 'octospec-html-'))
  let browser: Browser

  const write: Pages['write'] = async (
    name,
    exchanges,
    report = sampleReport(),
    evidence = () => sampleEvidence(exchanges),
  ) => {
    let text = ''
    const counted = exchanges === 0 ? report : { ...report, evidence: { ...report.evidence, exchanges } }
    for await (const piece of renderHtml({ contract: pack.contract, report: counted, evidence })) text += piece
    put(name, text)
    return text.length
  }
  const put: Pages['put'] = (name, text) => writeFileSync(join(folder, name), text)
  const urlOf: Pages['urlOf'] = (name, hash = '') => `${pathToFileURL(join(folder, name)).href}${hash}`

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

  return {
    browser: () => browser,
    write,
    put,
    urlOf,
    opened: async ({ hash = '', name = 'sample.html', ...options }, look) => {
      const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
      try {
        const page = await context.newPage()
        await page.goto(urlOf(name, hash))
        await look(page)
      } finally {
        await context.close()
      }
    },
  }
}
