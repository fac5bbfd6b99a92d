import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering } from '../answering.test.data.js'
import { tryMain } from '../testIo.test.data.js'
import { other, profileOf } from './doctor.test.data.js'

let reference: Reference
beforeEach(async () => {
  reference = await startReference()
})
afterEach(() => reference.close())

test('doctor walks the path of a booking, says what a run would leave untested, and leaves nothing', async () => {
  const { exit, out, err } = await tryMain(['doctor', '--profile', 'p.yaml'], {
    files: { 'p.yaml': profileOf(reference.url) },
  })
  expect(err).toBe('')
  expect(exit).toBe(0)
  const steps = out.split('\n').flatMap((line) => /^ok +(\w+) /.exec(line)?.[1] ?? [])
  expect(steps).toEqual([
    'availability',
    'transfers',
    'reserve',
    'get',
    'list',
    'extend',
    'update',
    'cancel',
    'reserve',
    'confirm',
  ])
  expect(out).toContain('\nit made 2 bookings, and ended all of them\n')
  expect(out).toContain('  1 check: the profile has nothing to book that is sold out; do: add to bookable')
  expect(out).toContain(
    '  1 check: the profile does not name the default currency of what is booked; do: give the entry',
  )
  expect(out).toContain('  1 check: the profile names no other booking type; do: add to bookable')
  expect(out).toMatch(/\d+ checks: the profile has no second reseller; do: give otherReseller\.headers/)
  const listed = await fetch(`${reference.url}/bookings`, { headers: { Authorization: 'Bearer reference-token-a' } })
  expect(await listed.text()).not.toMatch(/ON_HOLD|CONFIRMED/)
})

test('a default currency of the profile in which nothing is booked is told with the currency that is', async () => {
  const profile = profileOf(reference.url).replace('optionId: opt-sedan', 'optionId: opt-sedan, defaultCurrency: GBP')
  const { out } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profile } })
  expect(out).toMatch(
    /bookable\.standard\.defaultCurrency is GBP, and booked without a currency it is in EUR \(request/,
  )
})

test('that a move of the clock by nothing is refused is no fault of the clock, and where the clock is read none is sent', async () => {
  const real = forwardTo(reference.url)
  const strict = await startAnswering((request, body) =>
    body === '{"advanceMinutes":0}'
      ? Promise.resolve({ status: 400, headers: {}, body: '{"error":"NOTHING_TO_ADVANCE"}' })
      : real(request, body),
  )
  const clock = "request: POST /__clock, minutes: 'body:/advanceMinutes', now: /now"
  const firstOf = async (more: string): Promise<string> => {
    const files = { 'p.yaml': profileOf(strict.url, `clock: { ${clock}${more} }\n`) }
    return (await tryMain(['doctor', '--profile', 'p.yaml'], { files })).out.split('\n', 1)[0] ?? ''
  }
  try {
    expect(await firstOf('')).toMatch(/^ok +clock +POST \S+: refused, which is harmless: .*; do: give clock\.read/)
    expect(await firstOf(', read: GET /__clock')).toMatch(/^ok +clock +GET \S+\/__clock$/)
  } finally {
    await strict.close()
  }
})

test('doctor tries what is optional, and says which key of the profile is to be null', async () => {
  const lacking = await startReference({ variants: ['update-is-no-method', 'extend-is-not-implemented'] })
  try {
    const { exit, out } = await tryMain(['doctor', '--profile', 'p.yaml'], {
      files: { 'p.yaml': profileOf(lacking.url) },
    })
    expect(exit).toBe(0)
    expect(out).toContain('the target answers extend with HTTP 501')
    expect(out).toMatch(/the target answers update with HTTP 405 [^\n]*; do: write operations\.update: null, or /)
    const without = profileOf(lacking.url, 'operations: { update: null, extend: null }\n')
    const told = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': without } })
    expect(told.out).not.toContain('as one that does not offer it')
  } finally {
    await lacking.close()
  }
})

test('doctor says of what is answered as a path that there is not that it is not offered, and not of a booking that is not found', async () => {
  const notes = async (given: Parameters<typeof startReference>[0]): Promise<string> => {
    const server = await startReference(given)
    try {
      return (await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profileOf(server.url) } })).out
    } finally {
      await server.close()
    }
  }
  expect(await notes({ variants: ['extend-is-no-route'] })).toContain('the target answers extend with HTTP 404')
  expect(await notes({ faults: ['extend-does-not-find-holds'] })).not.toContain('as one that does not offer it')
})

test('doctor names a test clock as what would let one run see holds end, and tries the one that there is', async () => {
  const without = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profileOf(reference.url) } })
  expect(without.out).toMatch(/\n {2}\d\d checks: the profile names no test clock[^\n]*; do: give clock/)
  const clocked = `${profileOf(reference.url)}clock: { request: POST /__clock, minutes: 'body:/advanceMinutes' }\n`
  const tried = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': clocked } })
  expect(tried.out).not.toContain('the profile names no test clock')
  expect([tried.exit, tried.err, reference.service.now() - Date.now() > 29 * 60_000]).toEqual([0, '', true])
})

test.each([
  ['its own time', ", now: '/now'", /the time that it shows went on by 0\.5\d? min/],
  ['two holds', '', /the end of a new hold went on by 0\.5\d? min/],
])('doctor sees by %s that a test clock counts something else than minutes', async (_, more, words) => {
  const clock = `clock: { request: POST /__clock, minutes: 'body:/advanceSeconds'${more} }\n`
  const files = { 'p.yaml': profileOf(reference.url, clock) }
  const { exit, err } = await tryMain(['doctor', '--profile', 'p.yaml'], { files })
  expect(err).toContain('the test clock was to move forward by 30 min, and ')
  expect(err).toMatch(words)
  expect(err).toContain('seconds: body:/...')
  expect(err).not.toContain('last seen CONFIRMED')
  expect(exit).toBe(2)
})

test.each([
  ['says in days', 3 * 24 * 60, /closes in (72 hours|3 days), and without a test clock/],
  ['says for soon', 120, null],
  ['does not say', null, /the cancellation window of bookable\.closing closes is not known: .* \(request \d+\); do: /],
])('doctor holds what closes soon where only its booking %s when it does', async (_, minutes, words) => {
  const real = forwardTo(reference.url)
  const front = await startAnswering(async (request, body) => {
    const answer = await real(request, body)
    if (minutes === null || request.method !== 'POST' || request.url !== '/bookings') return answer
    const cancelUntil = new Date(Date.now() + minutes * 60_000).toISOString()
    return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body.toString()), cancelUntil }) }
  })
  try {
    const soon = "{ as: closing, productId: prod-soon, optionId: opt-soon, cutOffAt: '/cancelUntil' }"
    const profile = profileOf(front.url).replace(/\]\n$/, `, ${soon}]\n`)
    const { exit, io } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profile } })
    expect(exit, io.both()).toBe(0)
    if (words === null) expect(io.both()).not.toContain('the cancellation window')
    else expect(io.both()).toMatch(words)
    expect(io.both()).toContain('it made 3 bookings, and ended all of them')
  } finally {
    await front.close()
  }
})

test('days of the profile are those of a target whose clock earlier runs have moved', async () => {
  await fetch(`${reference.url}/__clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMinutes: 60 * 24 * 60 }),
  })
  const days = "operations: { availability: { body: { localDateStart: '{today+30}', localDateEnd: '{today+36}' } } }\n"
  const clock = "clock: { request: POST /__clock, minutes: 'body:/advanceMinutes', now: /now }\n"
  const tried = await tryMain(['doctor', '--profile', 'p.yaml'], {
    files: { 'p.yaml': profileOf(reference.url, `${days}${clock}`) },
  })
  expect(tried.exit, tried.io.both()).toBe(0)
  expect(tried.out).toContain('ok       confirm ')
})

test('doctor stops where a run would, with the same page', async () => {
  const files = { 'p.yaml': profileOf(reference.url, 'booking: { id: /nothing }\n') }
  const { exit, err } = await tryMain(['doctor', '--profile', 'p.yaml'], { files })
  expect(err).toContain('write      booking: { id: /uuid }')
  expect(exit).toBe(2)
})

test('two accounts that see the same bookings are told, and do not keep a run from beginning', async () => {
  const one = await startAnswering(forwardTo(reference.url, { 'Bearer reference-token-b': 'Bearer reference-token-a' }))
  try {
    const same = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profileOf(one.url, other) } })
    expect(same.out).toMatch(
      /the second account reads \(request \d+\) and lists \(request \d+\) the booking of the first/,
    )
    expect(same.exit).toBe(0)
    const two = await tryMain(['doctor', '--profile', 'p.yaml'], {
      files: { 'p.yaml': profileOf(reference.url, other) },
    })
    expect(two.out).not.toContain('the booking of the first')
  } finally {
    await one.close()
  }
})

test('a target whose clock is far from ours is told', async () => {
  const real = forwardTo(reference.url)
  const late = await startAnswering(async (request, body) => {
    const answer = await real(request, body)
    return { ...answer, headers: { ...answer.headers, date: new Date(Date.now() - 600_000).toUTCString() } }
  })
  try {
    const { out } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profileOf(late.url) } })
    expect(out).toMatch(/the clock of the target is (59\d|60\d) s behind this machine's/)
  } finally {
    await late.close()
  }
})

test('a confirm that is processed for a while, and a token that ends on the way, keep nobody from walking, and leave nothing', async () => {
  const slow = await startReference({ variants: ['confirm-is-processed'] })
  const real = forwardTo(slow.url, { 'Bearer fresh': 'Bearer reference-token-a' })
  let uses = 0
  let asked = 0
  const ending = await startAnswering((request, body) => {
    const headers = { 'content-type': 'application/json' }
    if (request.url === '/token') {
      asked += 1
      uses = 0
      return Promise.resolve({ status: 200, headers, body: '{"access_token":"fresh"}' })
    }
    uses += 1
    return uses > 4 ? Promise.resolve({ status: 401, headers, body: '{"error":"EXPIRED"}' }) : real(request, body)
  })
  const profile = `target:
  url: '${ending.url}'
  headers: { Authorization: 'Bearer {token}' }
  token: { url: '${ending.url}/token', clientId: c, clientSecret: a-secret-of-the-client }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }]
booking: { statuses: { pending: [PENDING] } }
`
  try {
    const { exit, out, err } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profile } })
    // Where the token goes is said, and nothing else.
    expect(err).toMatch(/^the token from http:\/\/127\.0\.0\.1:\d+ is sent to [^\n]*\n$/)
    expect(exit).toBe(0)
    expect(asked).toBeGreaterThan(1)
    expect(out).toContain('ok       confirm ')
    expect(out).toContain('\nit made 2 bookings, and ended all of them\n')
    const statuses = slow.service.store.serials().map((serial) => slow.service.store.versions(serial).at(-1)?.status)
    expect(statuses).toEqual(['CANCELLED', 'CANCELLED'])
  } finally {
    await ending.close()
    await slow.close()
  }
})

test('a profile that offers neither transfers nor availability ends with nothing verified, and no fault of octospec', async () => {
  const files = { 'p.yaml': profileOf(reference.url, 'operations: { transfers: null, availability: null }\n') }
  const { exit, both } = await tryMain(['run', '--profile', 'p.yaml'], { files }).then(({ exit: code, io }) => ({
    exit: code,
    both: io.both(),
  }))
  expect(both).not.toContain('OCTOSPEC_INTERNAL')
  expect(exit).toBe(3)
})

test.each([
  ['availability', '/availability'],
  ['reserve', '/bookings'],
])(
  'where %s is answered with more than octospec reads, doctor does not say that a run can begin',
  async (name, path) => {
    const good = forwardTo(reference.url)
    const server = await startAnswering(async (request, body) =>
      request.method === 'POST' && request.url === path
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: `[${'{},'.repeat(50_000)}{}]` }
        : good(request, body),
    )
    const files = { 'p.yaml': profileOf(server.url) }
    const { exit, out } = await tryMain(['doctor', '--profile', 'p.yaml'], { files })
    expect(out).toContain(
      'an answer that octospec does not read (too-large: the body is JSON of more than 40,000 values)',
    )
    expect(out).toContain(`a run could judge nothing: what ${name} is answered with is more than octospec reads`)
    expect(out).not.toContain('a run can begin')
    expect(exit).toBe(4)
    await server.close()
  },
)

test('doctor says what it costs where a profile switches an operation, an input or a field off', async () => {
  const { out } = await tryMain(['doctor', '--profile', 'p.yaml'], {
    files: {
      'p.yaml': profileOf(
        reference.url,
        `operations: { update: null, reserve: { idempotencyKey: null } }
booking: { notes: null }`,
      ),
    },
  })
  expect(out).toMatch(/\n {2}1\d checks: the profile has no place for idempotencyKey in reserve; do: give operations/)
  expect(out).toMatch(
    /\nnot verified, since the profile says that there is none:\n {2}operations\.update: \d\d checks, and nothing else verifies \d\d clauses of sections /,
  )
  expect(out).toMatch(/\n {2}booking\.notes: 4\.2\/notes-kept\n$/)
})

test('what the profile has no place for was never sent, and fails nobody', async () => {
  const profile = profileOf(
    reference.url,
    `operations: { reserve: { idempotencyKey: null, currency: null }, update: { availabilityId: null, expirationMinutes: null } }`,
  )
  const only = [
    'reserve.*key*',
    'reserve.prices-in-the-currency-asked',
    'update.minutes*',
    'update.availability-id-kept',
  ]
  const { exit, out } = await tryMain(
    ['run', '--verbose', '--profile', 'p.yaml', ...only.flatMap((each) => ['--only', each])],
    { files: { 'p.yaml': profile } },
  )
  expect(exit, out).toBe(3)
  for (const key of ['idempotencyKey in reserve', 'currency in reserve', 'expirationMinutes in update'])
    expect(out).toContain(`the profile has no place for ${key}`)
})

test('a cancel that is answered without a body is read to have been performed, and nothing is said to be left', async () => {
  const real = forwardTo(reference.url)
  const terse = await startAnswering(async (request, body) => {
    const answer = await real(request, body)
    return request.url?.endsWith('/cancel') === true && answer.status === 200
      ? { status: 204, headers: {}, body: '' }
      : answer
  })
  try {
    const { out } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profileOf(terse.url) } })
    expect(out).toContain('HTTP 204 without the documented answer')
    expect(out).toContain('\nit made 2 bookings, and ended all of them\n')
  } finally {
    await terse.close()
  }
})

test('doctor says first that nothing can be booked, and why', async () => {
  const real = forwardTo(reference.url)
  const closed = await startAnswering((request, body) =>
    request.method === 'POST' && request.url === '/bookings'
      ? Promise.resolve({ status: 409, headers: { 'content-type': 'application/json' }, body: '{"error":"CLOSED"}' })
      : real(request, body),
  )
  const firstOf = async (profile: string): Promise<string> =>
    (await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profile } })).out.split('\n', 1)[0] ?? ''
  try {
    expect(await firstOf(profileOf(closed.url))).toMatch(/^nothing can be booked: request \d+ .*CLOSED/)
    expect(await firstOf(profileOf(reference.url, 'operations: { availability: null }\n'))).toMatch(
      /^nothing can be booked: nothing to book was found/,
    )
  } finally {
    await closed.close()
  }
})

test('a clock that doctor itself has moved is not told as a skew', async () => {
  const real = forwardTo(reference.url)
  const moving = await startAnswering(async (request, body) => {
    const answer = await real(request, body)
    return { ...answer, headers: { ...answer.headers, date: new Date(reference.service.now()).toUTCString() } }
  })
  const clock = "clock: { request: POST /__clock, minutes: 'body:/advanceMinutes' }\n"
  const files = { 'p.yaml': profileOf(moving.url, clock) }
  try {
    for (let times = 0; times < 2; times += 1) {
      const { exit, out } = await tryMain(['doctor', '--profile', 'p.yaml'], { files })
      expect([exit, /the clock of the target is/.test(out)], out).toEqual([0, false])
    }
  } finally {
    await moving.close()
  }
})

test('a default currency that the profile has wrong breaks no clause of the server', async () => {
  const profile = profileOf(reference.url).replace('optionId: opt-sedan', 'optionId: opt-sedan, defaultCurrency: GBP')
  const files = { 'p.yaml': profile }
  const { exit, out } = await tryMain(['run', '--profile', 'p.yaml', '--only', '*currency*'], { files })
  expect(out).not.toMatch(/^fail/im)
  expect(exit, out).toBe(3)
  expect(out).toContain('bookable.standard.defaultCurrency')
})
