import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { testProfile } from '../wire/testTarget.test.data.js'
import { pack } from '../pack.js'
import { defaultSeed, makePlan } from './plan.js'
import { failing, registryOf } from '../act/stage.test.data.js'

const profile = testProfile('http://127.0.0.1:1')
const clock = { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/m' } } as const
const registry = registryOf({
  checks: [failing('reserve.a', 'reserve', () => true), failing('extend.b', 'extend', () => true)],
})
const startedAt = Date.UTC(2030, 0, 15, 12)

test('a run that is told nothing tries everything, allows nothing and confirms nothing on a live target', () => {
  expect(makePlan(profile, registry, startedAt)).toMatchObject({
    schemaVersion: 1,
    startedAt: '2030-01-15T12:00:00.000Z',
    seed: defaultSeed,
    effort: 'normal',
    strict: false,
    only: [],
    allowUntested: [],
    allowLiveBookings: false,
    checks: ['reserve.a', 'extend.b'],
  })
})

test('what was chosen stands in the plan', () => {
  const chosen = {
    seed: 7,
    effort: 'high',
    strict: true,
    only: ['extend.*'],
    allowUntested: ['4.2/*'],
    allowLiveBookings: true,
  } as const
  expect(makePlan(profile, registry, startedAt, chosen)).toMatchObject({ ...chosen, checks: ['extend.b'] })
})

test('holds age by the test clock where there is one, by waiting where that was asked for, and else until a later visit', () => {
  const timed = testProfile('http://127.0.0.1:1', { clock })
  expect(makePlan(timed, registry, startedAt).ageing).toBe('clock')
  expect(makePlan(timed, registry, startedAt, { wait: true }).ageing).toBe('clock')
  expect(makePlan(profile, registry, startedAt, { wait: true }).ageing).toBe('wait')
  expect(makePlan(profile, registry, startedAt).ageing).toBe('later')
})

test('the profile in the plan is without its secrets', () => {
  const secret = testProfile('http://127.0.0.1:1', {
    target: { url: 'http://127.0.0.1:1', environment: 'sandbox', headers: { Authorization: 'Bearer s3cr3t-t0k3n' } },
    secrets: new Map([['TOKEN', 's3cr3t-t0k3n']]),
  })
  const plan = makePlan(secret, registry, startedAt)
  expect(plan.profile).toMatchObject({ target: { headers: { Authorization: 'Bearer ${TOKEN}' } } })
  expect(JSON.stringify(plan)).not.toContain('s3cr3t-t0k3n')
})

test('the plan names the octospec, the Node and the contract that judge', () => {
  // package.json is JSON of a known shape.
  const { version } = JSON.parse(readFileSync(specFile('../package.json'), 'utf8')) as { version: string }
  const { tool, contract } = makePlan(profile, registry, startedAt)
  expect(tool).toEqual({ name: 'octospec', version, node: process.versions.node })
  expect(contract).toEqual({ version, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('the contract is known by all that judging follows from: schemas, prices, clauses and life cycle', () => {
  const files = ['openapi.yaml', 'capability.overlay.yaml', 'clauses.yaml', 'lifecycle.yaml']
    .map((name) => `transfers/${name}`)
    .map(specFile)
  const sha256 = createHash('sha256')
    .update(files.map((file) => readFileSync(file, 'utf8')).join(''))
    .digest('hex')
  expect(pack.contract.identity.sha256).toBe(sha256)
  expect(pack.contract.identity).toEqual(pack.contract.identity)
})

test('a smoke run judges what its scenarios show and what looks on, and says when that is nothing of what was chosen', () => {
  const ranking = { smoke: 1, scenarios: [{ id: 'extend', requests: 1, faults: 1 }] }
  expect(makePlan(profile, { ...registry, ranking }, startedAt, { effort: 'smoke' }).checks).toEqual(['extend.b'])
  expect(() =>
    makePlan(profile, { ...registry, ranking }, startedAt, { effort: 'smoke', only: ['reserve.*'] }),
  ).toThrow('a smoke run has none of the checks that were chosen')
})
