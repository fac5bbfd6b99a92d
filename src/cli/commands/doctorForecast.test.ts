// What doctor says beforehand of what a run cannot book, or would leave.
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

test('doctor says beforehand what a run leaves where a hold cannot be cancelled, and how many bookings it makes', async () => {
  const stubborn = await startReference({ variants: ['holds-cannot-be-cancelled'] })
  try {
    const { exit, out } = await tryMain(['doctor', '--profile', 'p.yaml'], {
      files: { 'p.yaml': profileOf(stubborn.url) },
    })
    expect(exit).toBe(0)
    expect(out).toMatch(
      /\nthe target refuses to cancel a hold \(request \d+: HTTP 4\d\d [^\n]+\): what a run holds and does not confirm stays on hold until it ends by itself, for 200 minutes at most\n/,
    )
    expect(out).toMatch(/\nleft: \S+: the target refused to cancel it/)
    expect(out).toMatch(/\na run would make \d+ bookings at most\n/)
    expect(out).toMatch(/\nupdate was refused \(request \d+\), and accepted nowhere: \d+ checks use it/)
  } finally {
    await stubborn.close()
  }
  const { out } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profileOf(reference.url) } })
  expect(out).not.toContain('refuses to cancel a hold')
})

test('doctor counts what a run leaves where nobody gets what starts too soon to be cancelled', async () => {
  const server = await startReference({ variants: ['late-start-not-sold'] })
  const late = 'opt-sedan }, { as: late, productId: prod-late, optionId: opt-late }]'
  try {
    const profile = profileOf(server.url, other).replace('opt-sedan }]', late)
    const { out } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profile } })
    expect(out).toMatch(
      /it would leave untested:[^]*  5 checks: nothing that is named [^\n]+: bookable.late was refused: HTTP 400 [^\n]+; do: name in bookable.late/,
    )
  } finally {
    await server.close()
  }
})

test('doctor tells refusals that are right from those that are not, and treats all holds that say they cannot be cancelled alike', async () => {
  const stubborn = await startReference({ variants: ['holds-cannot-be-cancelled'] })
  const lateOne = 'productId: prod-late, optionId: opt-late'
  const late = `{ as: late, ${lateOne} }`
  const named = `opt-sedan }, ${late}, ${late}, ${late}, { as: other, productId: prod-transfer, optionId: opt-van }, { as: other, ${lateOne} }]`
  try {
    const profile = profileOf(stubborn.url, other).replace('opt-sedan }]', named)
    const { out } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profile } })
    expect(out).toMatch(/^ok +get by the second account GET \S+: refused, as it should be: HTTP 404 /m)
    expect(out).toMatch(/^ok +cancel +POST \S+: refused, which the documents leave open for a hold: HTTP 4/m)
    for (const key of ['late.0', 'late.2', 'other.0', 'other.1'])
      expect(out).toMatch(new RegExp(`^asked +bookable\\.${key}\\? `, 'm'))
    const left = out.split('\n').filter((line) => line.startsWith('left: '))
    expect(left.filter((line) => line.includes('the target refused to cancel it'))).toHaveLength(1)
    expect(left.filter((line) => line.includes('no cancel was sent: the target says that it is not'))).toHaveLength(3)
  } finally {
    await stubborn.close()
  }
})

test('what bookable.closing is refused with is quoted by doctor and by a run', async () => {
  const soon = '{ as: closing, productId: prod-nowhere, optionId: opt-sedan, cutOffMinutes: 45 }'
  const profile = profileOf(reference.url).replace('opt-sedan }]', `opt-sedan }, ${soon}]`)
  const files = { 'p.yaml': profile }
  const doctor = await tryMain(['doctor', '--profile', 'p.yaml'], { files })
  const [, words = ''] =
    /\nrefused +bookable\.closing\? POST \S+\/availability: HTTP 400 (\w+): /.exec(doctor.out) ?? []
  expect(words).not.toBe('')
  const run = await tryMain(['run', '--profile', 'p.yaml', '--only', 'cancel.window*', '--only', 'hold.outlives*'], {
    files,
  })
  expect(run.out).toContain(`HTTP 400 ${words}`)
  expect(run.out).not.toMatch(/could not be held|an earlier one did not succeed/)
})

test('doctor says beforehand what of the further things to book a run cannot use', async () => {
  const soon = await startReference({ variants: ['soon-is-days-ahead'] })
  const bookable = (
    ...soonIs: readonly string[]
  ): string => `target: { url: '${soon.url}', headers: { Authorization: Bearer reference-token-a } }
bookable:
  - { as: standard, productId: prod-transfer, optionId: opt-sedan }
${soonIs.map((each) => `  - { as: closing, ${each} }\n`).join('')}  - { as: late, productId: prod-tour, optionId: opt-tour }
  - { as: soldOut, productId: prod-tour, optionId: opt-tour }
  - { as: other, productId: prod-full, optionId: opt-full }
`
  const look = async (profile: string): Promise<string> => {
    const { exit, io } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profile } })
    expect(exit, io.both()).toBe(0)
    return io.both()
  }
  try {
    const far = await look(bookable("productId: prod-soon, optionId: opt-soon, cutOffAt: '/cancellableUntil'"))
    expect(far).toMatch(
      /the cancellation window of bookable.closing closes in \d+ (hours|days), and without a test clock/,
    )
    expect(far).toContain('bookable.late can be cancelled (request ')
    expect(far).toMatch(
      /it would leave untested:[^]*  \d+ checks: nothing that is named as starting too soon to be cancelled is such a thing: bookable.late can be cancelled \(request \d+\); do: name in bookable.late/,
    )
    expect(far).toMatch(/ \d+ checks?: the availability check of bookable.soldOut names nothing that is full/)
    expect(far).toContain('bookable.soldOut: the availability check says of nothing that it is full')
    expect(far).toContain('bookable.other: nothing of it is on offer')
    expect(far).toContain('it made 3 bookings, and ended all of them')
    const both = await look(
      bookable(
        'productId: prod-soon, optionId: opt-soon, cutOffMinutes: 45',
        "productId: prod-soon, optionId: opt-soon, cutOffAt: '/cancellableUntil'",
      ),
    )
    expect(both).toMatch(
      /the cancellation window of bookable.closing.1 closes in \d+ (hours|days), and without a test clock/,
    )
    expect(both).not.toContain('window of bookable.closing closes')
    const clock = "clock: { request: POST /__clock, minutes: 'body:/advanceMinutes' }\n"
    const near = await look(
      `${bookable("productId: prod-soon, optionId: opt-soon, cutOffAt: '/cancellableUntil'")}${clock}`,
    )
    expect(near).not.toContain('the cancellation window')
  } finally {
    await soon.close()
  }
})

test('doctor asks all availability checks of a list for a late start, as a run does', async () => {
  const real = forwardTo(reference.url)
  const front = await startAnswering(async (request, body) =>
    body.includes('2001-01-01')
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }
      : real(request, body),
  )
  try {
    const days = "[{ localDateStart: '2001-01-01' }, {}]"
    const late = `{ as: late, productId: prod-late, optionId: opt-late, availability: ${days} }`
    const profile = profileOf(front.url).replace(/\]\n$/, `, ${late}]\n`)
    const { exit, io } = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': profile } })
    expect(exit, io.both()).toBe(0)
    expect(io.out().match(/^asked +bookable\.late\? /gm)).toHaveLength(2)
    expect(io.both()).not.toContain('nothing of it is on offer')
  } finally {
    await front.close()
  }
})

test('doctor finds nothing amiss with what a profile rightly names, and leaves a hold that ends by itself', async () => {
  const { exit, io } = await tryMain(['doctor', '--reference'])
  expect(exit).toBe(0)
  expect(io.both()).not.toMatch(/^bookable\.|cancellation window/m)
  expect(io.out()).toMatch(/left: .*its hold ends by itself/)
})
