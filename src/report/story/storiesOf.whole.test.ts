import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

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
  'same-key-books-again',
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
  // An id is another one each time.
  if (uuid.test(shown)) expect(now).toMatch(uuid)
  else expect(now, `${script}\n${out}`).toContain(/^HTTP \d+/.exec(shown)?.[0] ?? shown)
  expect(hurlFile(story, defect.title, target)).toContain('{{AUTHORIZATION}}')
})

test('nothing that a target said runs in the script, leaves its line in the Hurl file, or is left out of either', async () => {
  const evil = "'; touch /tmp/octospec-owned; echo '$(id) `id` {{AUTHORIZATION}} # \n\u202e \\ \" ${AUTHORIZATION}"
  const { story, target } = await told('extend-of-confirmed-accepted')
  const hostile: Story = {
    ...story,
    finding: { ...story.finding, expected: evil, received: evil, pointer: `/${evil}` },
    steps: story.steps.map((step) => ({
      ...step,
      captures: step.captures.map((capture) => ({ ...capture, pointer: `/${evil}` })),
      exchange: {
        ...step.exchange,
        request: { ...step.exchange.request, body: JSON.stringify({ evil }), headers: { 'x-evil': evil } },
      },
    })),
  }
  const script = shellScript(hostile, evil, target)
  const out = await runAgain(script, 'extend-of-confirmed-accepted')
  expect(existsSync('/tmp/octospec-owned')).toBe(false)
  expect(out).not.toContain('uid=')
  expect(script).not.toMatch(/\u202e/)
  const hurl = hurlFile(hostile, evil, target)
  expect(hurl).not.toMatch(/\u202e/)
  for (const line of hurl.split('\n')) expect(line).toMatch(hurlLine)
})

/** A line of Hurl as far as these files need it: comments, requests, headers, bodies, responses, sections and what stands in them. */
const hurlLine =
  /^(#.*|(GET|POST|PUT|PATCH|DELETE) \S+|[\w-]+: [^\n]*|HTTP (\d{3}|\*)|\[(Captures|Asserts|Options)\]|\w+: jsonpath "(\\.|[^"\\])*"|jsonpath "(\\.|[^"\\])*" == \S.*|delay: \d+s|[{["\d].*|`(\\.|[^`\\])*`|)$/

test('a Hurl file has a line of its grammar for each thing, captures what it uses, and asserts what should be so', async () => {
  const { defect, story, target } = await told('get-shows-no-reference')
  const hurl = hurlFile(story, defect.title, target)
  for (const line of hurl.split('\n')) expect(line).toMatch(hurlLine)
  const options = hurl.split('\n')[1] ?? ''
  const defined = new Set(
    [...options.matchAll(/--(?:variable|secret) (\w+)=/g), ...hurl.matchAll(/^(\w+): jsonpath/gm)].map(
      ([, name]) => name,
    ),
  )
  const used = [...hurl.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(3)
  expect(used.filter((name) => !defined.has(name))).toEqual([])
  expect(hurl.match(/^HTTP /gm)).toHaveLength(story.steps.length)
  expect(hurl).not.toContain('reference-token')
})
