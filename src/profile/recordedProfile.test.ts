import { mkdtempSync, writeFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, afterAll } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { specFile } from '../contract/specFile.js'
import type { Json, Profile } from './profile.js'
import { profileFromEvidence, redactedProfile, profileYaml } from './recordedProfile.js'
import { readProfile } from './readProfile.js'
import { testProfile } from '../wire/testTarget.test.data.js'
import { isMap, type JsonMap } from './jsonMap.js'
import { pack } from '../pack.js'

const now = new Date('2026-11-21T10:00:00Z')
const cwd = mkdtempSync(join(tmpdir(), 'octospec-redacted-'))

function read(text: string, env: Record<string, string> = {}): Promise<Profile> {
  writeFileSync(join(cwd, 'p.yaml'), `bookable: [{ as: standard, productId: p, optionId: o }]\n${text}`)
  return readProfile({ keys, file: 'p.yaml', env, now, cwd })
}

/** Through text, as the evidence goes. */
function throughText(value: Json): Json {
  // What JSON.parse gives is JSON.
  return JSON.parse(JSON.stringify(value)) as Json
}

test.each(['reference', 'partner'])('the %s profile comes back from evidence but for its credentials', async (name) => {
  const profile = await readProfile({ keys, file: specFile(`transfers/profiles/${name}.yaml`), env: {}, now })
  const evidence = throughText(redactedProfile(profile, keys))
  const hidden = name === 'partner' ? { 'X-Api-Key': '[redacted]' } : { Authorization: 'Bearer [redacted]' }
  expect(profileFromEvidence(evidence, keys)).toEqual({
    ...profile,
    target: { ...profile.target, headers: hidden },
    otherReseller: { headers: hidden },
  })
  expect(profile.limits.requestsPerSecond).toBe(Infinity)
  expect(JSON.stringify(evidence)).not.toMatch(/reference-token|partner-key/)
})

test('what is redacted stays as it is when it is redacted again', async () => {
  const profile = await read('target: { url: http://h, headers: { Authorization: "Bearer ${T}" } }', {
    T: 'tok-123456',
  })
  const once = throughText(redactedProfile(profile, keys))
  const again = throughText(redactedProfile(profileFromEvidence(once, keys), keys))
  expect(once).toMatchObject({ target: { headers: { Authorization: 'Bearer ${T}' } }, secrets: ['T'] })
  expect({ ...Object(again), secrets: ['T'] }).toEqual(once)
})

test('values from the environment are variables again, wherever they stand', async () => {
  const secret = 'S3cr+t.$&value'
  const profile = await read(
    `target: { url: "http://h/\${T}", headers: { Authorization: "Bearer \${T}", X-Shop: "\${SHORT}" } }
operations: { reserve: { body: { deep: [{ key: "a \${T} b" }] }, query: { t: "\${T}" } }, get: { request: "GET /\${T}/{id}" } }
clock: { request: "POST /c/\${T}", minutes: body:/m }
waive: [{ check: c, reason: "\${T}", until: 2027-01-01 }]
`,
    { T: secret, SHORT: 'ab' },
  )
  expect(profile.operations.get?.path).toBe(`/${secret}/{id}`)
  const shown = redactedProfile(profile, keys)
  expect(JSON.stringify(shown)).not.toContain('S3cr')
  expect(shown).toMatchObject({
    target: { url: 'http://h/${T}', headers: { Authorization: 'Bearer ${T}', 'X-Shop': '${SHORT}' } },
    operations: {
      reserve: { body: { deep: [{ key: 'a ${T} b' }] }, query: { t: '${T}' } },
      get: { path: '/${T}/{id}' },
      availability: { availabilityId: ['/availabilityId', '/id'] },
    },
    secrets: ['SHORT', 'T'],
  })
})

test('a secret inside another does not tear it apart', async () => {
  const profile = await read('target: { url: http://h, headers: { A: "${LONG}", B: "${PART}" } }', {
    PART: 'abcdef',
    LONG: 'xyz-abcdef-xyz',
  })
  expect(redactedProfile(profile, keys)).toMatchObject({ target: { headers: { A: '${LONG}', B: '${PART}' } } })
})

test('a variable whose value is a word of our own does not tear the profile apart', async () => {
  const profile = await read('target: { url: http://h, headers: { A: "${A}", B: "${B}", C: "${C}" } }', {
    A: 'body',
    B: 'confirmed',
    C: 'PATCH',
  })
  expect(redactedProfile(profile, keys)).toMatchObject({
    operations: { update: { method: 'PATCH', fields: { reference: { in: 'body', pointer: '/resellerReference' } } } },
    booking: { statuses: { confirmed: 'CONFIRMED' } },
  })
})

test('credentials that stand in the file in plain are left out, also where only the profile says that they are secret', async () => {
  const profile =
    await read(`target: { url: http://h, headers: { Cookie: a=b, x-api-key: k, X-Plain: shown, X-Odd: odd } }
operations:
  reserve: { body: { card: { number: "4711" }, name: n }, query: { api_key: q }, headers: { Idempotency-Key: shown } }
redact: { headers: [x-odd], pointers: [/card/number] }
`)
  expect(redactedProfile(profile, keys)).toMatchObject({
    target: { headers: { Cookie: '[redacted]', 'x-api-key': '[redacted]', 'X-Plain': 'shown', 'X-Odd': '[redacted]' } },
    operations: {
      reserve: {
        body: { card: { number: '[redacted]' }, name: 'n' },
        query: { api_key: '[redacted]' },
        headers: { 'Idempotency-Key': 'shown' },
      },
    },
  })
})

test('credentials in plain in the body of requests are left out, and names that are a secret', async () => {
  const profile = await read(
    `target: { url: http://h, headers: { A: "\${T}", x-tok-123456: shown, sk_live_51HabcDEF67: shown } }
operations:
  reserve: { body: { auth: { password: p, user: u }, apiKey: plain, uses: { tok-123456: 1, token: 'a \${T}' }, pin: [{ secret: 4711 }] } }
`,
    { T: 'tok-123456' },
  )
  const shown = redactedProfile(profile, keys)
  expect(shown).toMatchObject({
    target: { headers: { A: '${T}', 'x-${T}': 'shown', '[redacted]': 'shown' } },
    operations: {
      reserve: {
        body: {
          auth: { password: '[redacted]', user: 'u' },
          apiKey: '[redacted]',
          uses: { '${T}': 1, token: 'a ${T}' },
          pin: [{ secret: '[redacted]' }],
        },
      },
    },
  })
  const again = throughText(redactedProfile(profileFromEvidence(throughText(shown), keys), keys))
  expect({ ...Object(again), secrets: ['T'] }).toEqual(shown)
})

test.each([null, [], {}, { target: {} }])('evidence without a profile is refused: %j', (json) => {
  expect(() => profileFromEvidence(json, keys)).toThrow('the evidence holds no profile')
})

test('edited evidence is refused where judging would read it', async () => {
  const evidence = throughText(redactedProfile(await read('target: { url: http://h }'), keys))
  if (typeof evidence !== 'object' || evidence === null || Array.isArray(evidence))
    throw new Error('expected an object')
  for (const edit of [{ operations: {} }, { declared: 5 }, { booking: { id: 1 } }, { refusal: { statuses: '4xx' } }]) {
    expect(() => profileFromEvidence({ ...evidence, ...edit }, keys)).toThrow('the evidence holds no profile')
  }
})

test.each([
  ["seconds: 'body:/s'", { seconds: { in: 'body', pointer: '/s' } }],
  [
    "at: 'body:/at', read: GET /c, now: /now",
    { at: { in: 'body', pointer: '/at' }, read: { method: 'GET', path: '/c' }, now: '/now' },
  ],
])('a test clock with %s comes back from evidence', async (how, clock) => {
  const profile = await read(`target: { url: 'http://127.0.0.1:1' }\nclock: { request: POST /c, ${how} }\n`)
  const back = profileFromEvidence(throughText(redactedProfile(profile, keys)), keys)
  expect([back.clock, profile.clock]).toMatchObject([clock, clock])
})

test('variables in requests and places come back from evidence, also where they hide a part of a name', async () => {
  const profile = await read(
    `target: { url: http://h, headers: { A: "\${PART} \${SLASHED}" } }
operations:
  list: { request: "GET \${BASE}/bookings" }
  reserve: { idempotencyKey: ["header:\${HDR}", header:Idempotency-Key, body:/deep/key] }
  update: { reference: "query:\${HDR}" }
clock: { request: "POST \${BASE}", minutes: "body:\${SLASHED}", read: "GET \${BASE}", now: /now }
`,
    { BASE: '/supplier1', HDR: 'X-Tenant-Key', PART: 'Idempotency', SLASHED: '/deep' },
  )
  const shown = throughText(redactedProfile(profile, keys))
  const back = profileFromEvidence(shown, keys)
  expect(throughText(redactedProfile(back, keys))).toEqual({ ...Object(shown), secrets: [] })
  expect(back).toMatchObject({
    operations: {
      list: { method: 'GET', path: '${BASE}/bookings' },
      reserve: {
        fields: {
          idempotencyKey: {
            in: 'header',
            name: '${HDR}',
            also: [
              { in: 'header', name: '${PART}-Key' },
              { in: 'body', pointer: '${SLASHED}/key' },
            ],
          },
        },
      },
      update: { fields: { reference: { in: 'query', name: '${HDR}' } } },
    },
    clock: {
      path: '${BASE}',
      minutes: { in: 'body', pointer: '${SLASHED}' },
      read: { method: 'GET', path: '${BASE}' },
    },
  })
})

/** The profile as the evidence holds it. */
function recorded(): JsonMap {
  const json: Json = JSON.parse(JSON.stringify(redactedProfile(testProfile('http://127.0.0.1:1'), keys))) as Json
  if (!isMap(json)) throw new Error('no map')
  return json
}

/** The same with one member, named by its path, set or (undefined) taken away. */
function but(path: string, value: Json | undefined): Json {
  const set = (here: Json, [key = '', ...rest]: readonly string[]): Json => {
    const map = isMap(here) ? here : {}
    const { [key]: before, ...others } = map
    if (rest.length > 0) return { ...others, [key]: set(before ?? {}, rest) }
    return value === undefined ? others : { ...others, [key]: value }
  }
  return set(recorded(), path.split('.'))
}

test('the profile of a run is read again, without secrets and with its unlimited rate', () => {
  const profile = profileFromEvidence(recorded(), keys)
  expect(profile.limits.requestsPerSecond).toBe(Infinity)
  expect(profile.declared).toEqual(new Set())
  expect(profile.secrets).toEqual(new Map())
  expect(profile.operations.list).toMatchObject({ path: '/bookings' })
  expect(profileFromEvidence(but('limits.requestsPerSecond', 5), keys).limits.requestsPerSecond).toBe(5)
  expect(profileFromEvidence(but('operations.extend', null), keys).operations.extend).toBeNull()
  expect(profileFromEvidence(but('booking.pricing.taxes', null), keys).booking.pricing.taxes).toBeNull()
  expect(profileFromEvidence(but('declared', ['a']), keys).declared).toEqual(new Set(['a']))
})

test.each<[string, Json | undefined]>([
  ['target', undefined],
  ['bookable', 1],
  ['operations', []],
  ['booking', null],
  ['availability', undefined],
  ['hold', 'x'],
  ['refusal', undefined],
  ['limits', undefined],
  ['redact', undefined],
  ['declared', 'all'],
  ['declared', [1]],
  ['waive', {}],
  ['file', undefined],
  ['refusal.statuses', ['4xx', 5]],
  ['redact.headers', undefined],
  ['redact.pointers', 'x'],
  ['booking.id', null],
  ['booking.statuses', undefined],
  ['booking.pricing', []],
  ['operations.list', undefined],
  ['operations.list.fields', undefined],
  ['operations.list.items', undefined],
  ['operations.availability.availabilityId', ['/id', 1]],
  ['operations.list.values', undefined],
  ['operations.list.path', 'bookings'],
  ['operations.reserve.fields.idempotencyKey.also', 'y'],
  ['operations.reserve.fields.idempotencyKey.also', 5],
  ['operations.reserve.fields.idempotencyKey.also', {}],
  ['operations.reserve.fields.idempotencyKey.also', null],
  ['operations.reserve.fields.idempotencyKey.also', 'header:Y'],
])('a profile whose %s is %j is none of a run', (path, value) => {
  expect(() => profileFromEvidence(but(path, value), keys)).toThrow('the evidence holds no profile of a run')
})

test.each([
  ['operations.list.path', '${A} b'],
  ['operations.list.method', '${A}'],
  ['operations.reserve.fields.idempotencyKey.also', '${A}'],
  ['operations.reserve.fields.idempotencyKey.also', [{ in: 'cookie', name: '${A}' }]],
])('also beside a variable, a profile whose %s is %j is none of a run', (path, value) => {
  expect(() => profileFromEvidence(but(path, value), keys)).toThrow(TypeError)
})

test.each([null, 1, []])('%j is no profile', (json) => {
  expect(() => profileFromEvidence(json, keys)).toThrow(TypeError)
})

afterAll(() => rmSync(cwd, { recursive: true, force: true }))

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

test('several places of one input, and the request that reads a clock, are written as a profile has them', async () => {
  const profile = await read(`target: { url: https://a.example }
operations: { reserve: { idempotencyKey: ['body:/a', 'header:B'] } }
clock: { request: POST /c, at: 'body:/at', read: GET /c, now: /now }
`)
  writeFileSync(join(cwd, 'again.yaml'), profileYaml(redactedProfile(profile, keys)))
  const again = await readProfile({ keys, file: 'again.yaml', cwd, env: {}, now })
  expect(plain(again)).toEqual(plain(profile))
})

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
