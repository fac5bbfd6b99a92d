import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '../../pack.js'
import { runOnReference } from '../../proof/runOnReference.js'
import { defectsOf, type Defect } from '../defects.js'
import { storiesOf, type Story } from './story.js'

/** A defect that a run on a faulty reference service found, its story, and the address of that service, now gone. */
export interface Told {
  readonly defect: Defect
  readonly story: Story
  readonly target: string
}

/** What the checks of the broken clause tell of a fault, or where they tell nothing, those of the whole run. */
export async function toldOf(name: string): Promise<readonly Told[]> {
  const { clause, seenAs = [] } = pack.reference.fault(name)
  for (const only of [[clause, ...seenAs], []]) {
    const { report, evidence } = await runOnReference({ faults: [name], plan: { only } })
    const defects = defectsOf(pack.contract, report)
    const stories = await storiesOf(defects, report, pack.contract, async function* () {
      yield* evidence
    })
    const told = defects.flatMap((defect) => {
      const story = stories.get(defect.number)
      return story === undefined ? [] : [{ defect, story, target: report.target.url }]
    })
    if (told.length > 0) return told
  }
  return []
}

const secrets = { AUTHORIZATION: 'reference-token-a', OTHER_AUTHORIZATION: 'reference-token-b' }

/** What a script prints, run in a shell against a new server, and what it ends with. */
export interface Ran {
  readonly out: string
  readonly code: number | null
}

/** A script of a fault, run against a new server that has it, or with no faults against one that has not. */
export async function runAgain(
  script: string,
  fault: string,
  { faults = [fault], env = {} }: { readonly faults?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const { on = [] } = pack.reference.fault(fault)
  const server = await pack.reference.start({ faults, variants: on })
  const folder = mkdtempSync(join(tmpdir(), 'octospec-story-'))
  try {
    const file = join(folder, 'story.sh')
    writeFileSync(file, script)
    return await new Promise((done, broke) => {
      const child = spawn('/bin/sh', [file], {
        env: { PATH: process.env['PATH'], ORIGIN: new URL(server.url).origin, ...secrets, ...env },
      })
      let out = ''
      child.stdout.on('data', (piece: Buffer) => (out += piece.toString()))
      child.stderr.on('data', (piece: Buffer) => (out += piece.toString()))
      child.on('error', broke)
      child.on('close', (code) => done({ out, code }))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  }
}
