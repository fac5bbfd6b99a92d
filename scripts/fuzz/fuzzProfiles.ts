import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pack } from '../../src/pack.js'
import { parse, stringify } from 'yaml'
import { faultOf } from '../../src/contract/faultOf.js'
import { specFile } from '../../src/contract/specFile.js'
import type { Json } from '../../src/profile/profile.js'
import { ProfileError } from '../../src/profile/profileError.js'
import { profileFromEvidence } from '../../src/profile/profileFromEvidence.js'
import { readProfile } from '../../src/profile/readProfile.js'
import { redactedProfile } from '../../src/profile/redactedProfile.js'
import { mutated, mutations, type Mutation } from './mutation.js'
import { prototypes } from './prototypes.js'

/** Milliseconds of computing that reading one profile may take. */
const longest = 5000

/** What stands in YAML and means something to it. */
const pieces = ['&a ', '*a', '<<: *a', '? ', '- ', '{', '}', '[', ']', ': ', '#', '|', '>', '!!binary ', '%YAML 9', '---\n', '"', '\t', '${', '${X}', '\0', '\ufeff', '\r', '\u2028', '@'] // prettier-ignore

/**
 * Reads profiles that were changed in their structure, or as text: each must be a profile, which then goes into evidence and is read
 * back, or a ProfileError.
 * @returns what went wrong, a line each
 */
export async function fuzzProfiles(count: number, seed: number): Promise<readonly string[]> {
  const before = prototypes()
  const folder = specFile('transfers/profiles')
  const originals = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-fuzz-'))
  const wrong: string[] = []
  const change = fc.record({
    structure: mutations(seed),
    text: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...pieces), fc.nat({ max: 3 })), { maxLength: 5 }),
    asText: fc.boolean(),
    json: fc.boolean(),
  })
  try {
    for (const [index, { structure, text, asText, json }] of fc.sample(change, { numRuns: count, seed }).entries()) {
      const original = originals[index % originals.length] ?? ''
      const profile = asText ? spliced(original, text) : restructured(original, structure, json)
      writeFileSync(join(cwd, 'p.yaml'), profile)
      const fault = await faultOfReading(cwd)
      if (fault !== null) wrong.push(`profile ${index} of seed ${seed}: ${fault}`)
    }
  } finally {
    rmSync(cwd, { recursive: true })
  }
  if (prototypes() !== before) wrong.push('a prototype was changed')
  return wrong
}

async function faultOfReading(cwd: string): Promise<string | null> {
  const began = process.cpuUsage()
  try {
    const env = { X: 'x', OCTO_TOKEN: 'a-token-of-some-length' }
    const profile = await readProfile({
      keys: pack.profile,
      file: 'p.yaml',
      env,
      now: new Date(1_800_000_000_000),
      cwd,
    })
    const evidence: Json = JSON.parse(JSON.stringify(redactedProfile(profile, pack.profile)))
    profileFromEvidence(evidence, pack.profile)
  } catch (error) {
    if (!(error instanceof ProfileError)) return faultOf(error)
    if (error.problems.length === 0) return 'a ProfileError that says nothing'
  }
  const { user, system } = process.cpuUsage(began)
  const took = (user + system) / 1000
  return took > longest ? `it took ${Math.round(took)} ms` : null
}

function restructured(original: string, changes: readonly Mutation[], json: boolean): string {
  // Our own files hold what JSON has.
  const value = mutated(parse(original) as Json, changes)
  return json ? JSON.stringify(value) : stringify(value, { aliasDuplicateObjects: false })
}

function spliced(original: string, changes: readonly (readonly [number, string, number])[]): string {
  return changes.reduce((text, [at, piece, dropped]) => {
    const from = at % (text.length + 1)
    return text.slice(0, from) + piece + text.slice(from + dropped)
  }, original)
}
