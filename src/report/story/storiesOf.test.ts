import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pack } from '../../pack.js'
import { runOnReference } from '../../proof/runOnReference.js'
import { defectsOf, type Defect } from '../defects.js'
import { hurlFile } from './hurlFile.js'
import { shellScript } from './shellScript.js'
import { storiesOf } from './storiesOf.js'
import type { Story } from './storyOf.js'

const folder = mkdtempSync(join(tmpdir(), 'octospec-story-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secrets = { AUTHORIZATION: 'reference-token-a', OTHER_AUTHORIZATION: 'reference-token-b' }

async function told(
  fault: string,
): Promise<{ readonly defect: Defect; readonly story: Story; readonly target: string }> {
  const { clause } = pack.reference.fault(fault)
  const { report, evidence } = await runOnReference({ faults: [fault], plan: { only: [clause] } })
  const defects = defectsOf(pack.contract, report)
  const stories = await storiesOf(defects, report, async function* () {
    yield* evidence
  })
  const [defect] = defects
  const story = defect === undefined ? undefined : stories.get(defect.number)
  if (defect === undefined || story === undefined) throw new Error(`${fault} has no story`)
  return { defect, story, target: report.target.url }
}

/** What a script prints, run in a shell against a new server with the same fault. */
async function runAgain(script: string, fault: string): Promise<string> {
  const server = await pack.reference.start({ faults: [fault] })
  try {
    const file = join(folder, `${fault}.sh`)
    writeFileSync(file, script)
    return await new Promise((done, broke) => {
      const child = spawn('sh', [file], { env: { PATH: process.env['PATH'], ORIGIN: server.url, ...secrets } })
      let out = ''
      child.stdout.on('data', (piece: Buffer) => (out += piece.toString()))
      child.stderr.on('data', (piece: Buffer) => (out += piece.toString()))
      child.on('error', broke)
      child.on('close', () => done(out))
    })
  } finally {
    await server.close()
  }
}

// One each of: isolation, keys, states, holds that end early or never, prices, cancel, update, limits, lists.
test.each([
  'get-leaks-to-other-reseller',
  'cancel-of-foreign-hold-accepted',
  'confirm-of-expired-accepted',
  'holds-end-early',
  'holds-never-end',
  'last-option-original-below-retail',
  'cancel-too-late-accepted',
  'update-loses-reference-after-confirm',
  'get-shows-no-reference',
  'extend-of-confirmed-accepted',
])('the script of %s shows the wrong value on a new server', async (fault) => {
  const { defect, story, target } = await told(fault)
  const script = shellScript(story, defect.title, target)
  expect(script).not.toContain('reference-token')
  const out = await runAgain(script, fault)
  const { received } = story.finding
  const shown = typeof received === 'string' ? received : JSON.stringify(received)
  const now = /^now: +(.*)$/m.exec(out)?.[1] ?? out
  expect(now, `${script}\n${out}`).toContain(/^HTTP \d+/.exec(shown)?.[0] ?? shown)
  expect(hurlFile(story, defect.title, target)).toContain('{{AUTHORIZATION}}')
})
