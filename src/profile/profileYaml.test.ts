import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { pack } from '../pack.js'
import { profileYaml } from './profileYaml.js'
import type { Profile } from './profile.js'
import { readProfile } from './readProfile.js'
import { redactedProfile } from './redactedProfile.js'

const cwd = mkdtempSync(join(tmpdir(), 'octospec-yaml-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const now = new Date('2026-11-22T00:00:00Z')
const env = {
  TOKEN: 'secret-token-a',
  // As the scripts of a report name them.
  AUTHORIZATION: 'reference-token-a',
  OTHER_AUTHORIZATION: 'reference-token-b',
  X_API_KEY: 'partner-key-a',
  OTHER_X_API_KEY: 'partner-key-b',
}

function plain(profile: Profile): unknown {
  return { ...profile, file: '', secrets: null, variables: null }
}

test.each(pack.reference.dialects)(
  'the profile of the dialect %s comes back from a report as a file that runs',
  async (dialect) => {
    const profile = await readProfile({
      keys: pack.profile,
      file: specFile(pack.reference.profileFile(dialect)),
      env,
      now,
    })
    const text = profileYaml(redactedProfile(profile, pack.profile))
    expect(text).not.toMatch(/reference-token|partner-key/)
    writeFileSync(join(cwd, 'again.yaml'), text)
    const again = await readProfile({ keys: pack.profile, file: 'again.yaml', cwd, env, now })
    expect(plain(again)).toEqual(plain(profile))
  },
)

test('secrets of the environment keep their names, and what is no profile is no text', async () => {
  const source = `target:
  url: https://a.example/octo
  headers: { X-Key: '\${TOKEN}' }
bookable: [{ as: standard, productId: p, optionId: o }]
operations:
  update: null
waive:
  - { check: reserve.x, reason: known, until: 2027-01-01 }
`
  writeFileSync(join(cwd, 'own.yaml'), source)
  const profile = await readProfile({ keys: pack.profile, file: 'own.yaml', cwd, env, now })
  const text = profileYaml(redactedProfile(profile, pack.profile))
  expect(text).toContain('X-Key: ${TOKEN}')
  expect(text).not.toContain('secret-token')
  expect(text).not.toContain('transfers')
  writeFileSync(join(cwd, 'again.yaml'), text)
  expect(plain(await readProfile({ keys: pack.profile, file: 'again.yaml', cwd, env, now }))).toEqual(plain(profile))
  expect(profileYaml({ a: 1 })).toBe('')
})
