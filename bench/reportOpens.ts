import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import type { EvidenceLine } from '../src/evidence/evidence.js'
import { pack } from '../src/pack.js'
import { runOnReference } from '../src/proof/runOnReference.js'
import { renderHtml } from '../src/report/html/renderHtml.js'
import { median } from './figure.js'

const exchanges = 5000
const executablePath = process.env['OCTOSPEC_CHROMIUM'] ?? '/usr/bin/chromium'

/**
 * What a browser needs for report.html of a run of 5,000 exchanges: rows of a table. Milliseconds are the processor time of the page's
 * main thread, which what else the machine does leaves alone.
 */
export async function reportRows(repetitions: number): Promise<readonly string[]> {
  if (!existsSync(executablePath)) return [`| left out: there is no ${executablePath} | | |`]
  const { report, evidence } = await runOnReference({ faults: ['get-leaks-to-other-reseller', 'holds-end-early'] })
  const recorded = evidence.flatMap((line) => (line.type === 'exchange' ? [line.exchange] : []))
  const many = async function* (): AsyncGenerator<EvidenceLine> {
    for (let n = 1; n <= exchanges; n += 1) {
      const exchange = recorded[(n - 1) % recorded.length]
      if (exchange !== undefined) yield { type: 'exchange', exchange: { ...exchange, n } }
    }
  }
  let html = ''
  for await (const piece of renderHtml({ contract: pack.contract, report, evidence: many })) html += piece
  const folder = mkdtempSync(join(tmpdir(), 'octospec-bench-'))
  const file = join(folder, 'report.html')
  writeFileSync(file, html)
  const quiet = ['quic', 'background-networking', 'component-update', 'sync'].map((what) => `--disable-${what}`)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet] })
  const [opened, unpacked, first, again]: [number[], number[], number[], number[]] = [[], [], [], []]
  try {
    for (let each = 0; each <= repetitions; each += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
      let before = 0
      const spent = async (): Promise<number> => {
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
        const { metrics } = await devtools.send('Performance.getMetrics')
        const until = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
        const took = until - before
        before = until
        return took
      }
      const search = async (words: string): Promise<number> => {
        await page.evaluate(`new Promise((done) => {
          const input = document.querySelector('[type=search]')
          input.value = '${words}'
          input.dispatchEvent(new InputEvent('input', { bubbles: true }))
          const look = () => (document.querySelector('[role=status]').textContent === '' ? setTimeout(look, 50) : done())
          setTimeout(look, 200)
        })`)
        return spent()
      }
      await page.goto(pathToFileURL(file).href, { waitUntil: 'load' })
      // The first is to warm up.
      const times = [await spent()]
      // Whoever searches goes to the field first, and what stands in bodies is unpacked then.
      await page.evaluate(
        "new Promise((done) => { document.querySelector('[type=search]').focus(); setTimeout(done, 600) })",
      )
      times.push(await spent(), await search('confirm'), await search('confirm cancel'))
      if (each > 0) [opened, unpacked, first, again].forEach((list, at) => list.push(times[at] ?? Number.NaN))
      await page.close()
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    `| size of report.html | ${(html.length / 1e6).toFixed(2)} MB | 3 MB |`,
    `| opened | ${median(opened).toFixed(0)} ms | 500 ms |`,
    `| made ready to be searched, once | ${median(unpacked).toFixed(0)} ms | |`,
    `| searched for the first time | ${median(first).toFixed(0)} ms | 50 ms |`,
    `| searched again | ${median(again).toFixed(0)} ms | 50 ms |`,
  ]
}
