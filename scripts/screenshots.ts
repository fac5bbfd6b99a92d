/**
 * Makes the pictures of the documentation: the top of a passing and of a failing report on the reference service.
 *
 *   npm run build && node dist/scripts/screenshots.js
 *
 * Needs Chromium (Debian: apt-get install chromium fonts-inter); its place may be given in OCTOSPEC_CHROMIUM.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { runOnReference } from '../src/proof/runOnReference.js'
import { pack } from '../src/pack.js'
import { renderHtml } from '../src/report/page/page.js'

const pictures = [
  { file: 'report-conforms.png', faults: [], height: 1060 },
  {
    file: 'report-fails.png',
    // Of four chapters: the pricing object, update, states, errors.
    faults: [
      'last-option-original-below-retail',
      'update-loses-reference-after-confirm',
      'confirm-of-expired-accepted',
      'refusal-with-stack-trace',
    ],
    height: 2160,
  },
]

const quiet = ['quic', 'background-networking', 'component-update', 'sync'].map((what) => `--disable-${what}`)
const folder = mkdtempSync(join(tmpdir(), 'octospec-pictures-'))
const browser = await chromium.launch({
  executablePath: process.env['OCTOSPEC_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...quiet],
})
try {
  mkdirSync('docs/images', { recursive: true })
  for (const { file, faults, height } of pictures) {
    const { report, evidence } = await runOnReference({ faults })
    let text = ''
    const input = {
      contract: pack.contract,
      report,
      evidence: async function* () {
        yield* evidence
      },
    }
    for await (const piece of renderHtml(input)) text += piece
    const page = join(folder, 'report.html')
    writeFileSync(page, text)
    const tab = await browser.newPage({ viewport: { width: 1200, height }, colorScheme: 'light' })
    await tab.goto(pathToFileURL(page).href)
    const path = join('docs/images', file)
    await tab.screenshot({ path })
    await tab.close()
    console.log(`${path}: ${Math.round(statSync(path).size / 1000)} kB, ${report.headline}`)
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
