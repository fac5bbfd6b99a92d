import { afterEach, expect, test } from 'vitest'
import type { Context } from '../vocabulary/context.js'
import { reply, testProfile, type Handler } from '../../../src/wire/testTarget.test.data.js'
import type { Json, Profile } from '../vocabulary/index.js'
import { closeAll, offer, open } from './opened.test.data.js'

afterEach(closeAll)

const exclusive = { availability: { exclusive: true } }

async function slotsOf(context: Context, count: number): Promise<string> {
  const slots: string[] = []
  for (let each = 0; each < count; each += 1) slots.push(await context.slot())
  return slots.join('')
}

test('every scenario gets each availability once, in the order of the answer and from a place of its own', async () => {
  const { contextOf } = await open({ offers: [offer('a', 'b', 'c', 'd', 'e')] })
  const first = new Set<string>()
  for (const scenario of ['reserve', 'extend', 'confirm', 'update', 'cancel']) {
    const slots = await slotsOf(contextOf(scenario), 5)
    expect('abcdeabcde').toContain(slots)
    first.add(slots.charAt(0))
  }
  expect(first.size).toBeGreaterThan(1)
})

test('where an availability takes several bookings, it is used again once all are, without another availability check', async () => {
  const { contextOf, checks } = await open()
  const slots = await slotsOf(contextOf('mine'), 6)
  expect(slots.slice(3)).toBe(slots.slice(0, 3))
  expect(checks()).toBe(1)
})

test('where an availability takes several bookings, what no booking of the run had comes first for who asks for it', async () => {
  const { contextOf } = await open()
  await contextOf('other').target.reserve({ availabilityId: await contextOf('mine').slot() })
  const had = await contextOf('mine').slot()
  const first = await contextOf('mine').slot('standard', { unused: true })
  expect(first).not.toBe(had)
  const mine = contextOf('mine')
  for (const availabilityId of 'abc') await mine.target.reserve({ availabilityId })
  expect(await mine.slot('standard', { unused: true })).toBe(had)
})

test('and the order does not depend on what other scenarios took or have done with', async () => {
  const { contextOf, run } = await open()
  const alone = await slotsOf(contextOf('mine'), 4)
  const mine = contextOf('mine')
  const before = await slotsOf(mine, 3)
  await slotsOf(contextOf('running'), 3)
  await slotsOf(contextOf('over'), 2)
  run.record({ type: 'done', scenario: 'over' })
  expect(before + (await mine.slot())).toBe(alone)
})

test('what a check names alone goes to one scenario only, though the next check calls it by another id', async () => {
  const standard = { productId: 'p', optionId: 'o', availability: [{ day: 1 }, { day: 2 }] }
  const bookable = { standard, late: [], closing: [], soldOut: null, other: [], exclusive: null }
  const offers = [offer('first-a'), offer('first-b'), offer('second')]
  const { contextOf } = await open({ offers }, { ...exclusive, bookable })
  const slots = await Promise.all([contextOf('one').slot(), contextOf('two').slot()])
  expect(slots.filter((slot) => slot.startsWith('first'))).toHaveLength(1)
  expect(slots).toContain('second')
})

test('where an availability takes one booking only, no two scenarios get the same', async () => {
  const { contextOf } = await open({ offers: [offer('a', 'b', 'c', 'd')] }, exclusive)
  const [one, two] = [contextOf('one'), contextOf('two')]
  expect([await one.slot(), await two.slot(), await one.slot(), await two.slot()]).toEqual(['a', 'b', 'c', 'd'])
})

test('what is on offer though a scenario that is over asked for it comes after what nobody asked for', async () => {
  const { contextOf, run } = await open({ offers: [offer('a', 'b', 'c')] }, exclusive)
  await contextOf('over').slot()
  await contextOf('running').slot()
  run.record({ type: 'done', scenario: 'over' })
  expect(await slotsOf(contextOf('mine'), 2)).toBe('ca')
})

test('what no booking of the run had comes before what one had and gave back, and with unused nothing else does', async () => {
  const { contextOf, run } = await open({ offers: [offer('a', 'b', 'c')] }, exclusive)
  const before = contextOf('before')
  await before.hold()
  run.record({ type: 'done', scenario: 'before' })
  const mine = contextOf('mine')
  expect(await slotsOf(mine, 1)).toBe('b')
  expect(await mine.slot('standard', { unused: true })).toBe('c')
  await expect(mine.slot('standard', { unused: true })).rejects.toMatchObject({ name: 'Stop' })
  expect(await slotsOf(mine, 1)).toBe('a')
})

test('of many that take one booking each, one is left for who asks for what no booking had', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const { contextOf } = await open({ offers: [offer(...ids)] }, exclusive)
  const others = await slotsOf(contextOf('other'), 8)
  expect(new Set(others).size).toBe(8)
  await expect(contextOf('late').slot()).rejects.toMatchObject({ name: 'Stop' })
  const kept = await contextOf('mine').slot('standard', { unused: true })
  expect(ids.filter((each) => !others.includes(each))).toEqual([kept])
})

test('of what has a cancellation window of its own, the soonest comes first, but for those that have closed', async () => {
  const ahead = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
  const offers = [
    [
      { id: 'later', until: ahead(5) },
      { id: 'closed', until: ahead(-1) },
      { id: 'soon', until: ahead(2) },
    ],
  ]
  const soon = { productId: 'p', optionId: 'o', cutOffAt: '/until' }
  const bookable = { standard: soon, late: [], closing: [soon], soldOut: null, other: [], exclusive: null }
  const { contextOf } = await open({ offers }, { bookable })
  const mine = contextOf('mine')
  expect([await mine.slot('closing'), await mine.slot('closing')]).toEqual(['soon', 'later'])
})

/** A profile that names one thing in bookable.closing, to be asked for on so many days. */
const soonOn = (days: number): Pick<Profile, 'bookable'> => {
  const soon = {
    productId: 'p',
    optionId: 'soon',
    cutOffAt: '/until',
    availability: Array.from({ length: days }, (_, day) => ({ day })),
  }
  const standard = { productId: 'p', optionId: 'o' }
  return { bookable: { standard, late: [], closing: [soon], soldOut: null, other: [], exclusive: null } }
}
const closingIn = (id: string, hours: number): Json => ({
  id,
  until: new Date(Date.now() + hours * 3_600_000).toISOString(),
})

test('of several checks, what closes soonest comes first, and the check is known that named it', async () => {
  const offers = [[closingIn('days', 72)], [closingIn('soon', 2)], [closingIn('weeks', 300)]]
  const { contextOf } = await open({ offers }, soonOn(3))
  const mine = contextOf('mine')
  expect(await mine.slot('closing')).toBe('soon')
  expect(mine.checked('closing')?.n).toBe(2)
  expect(await mine.slot('closing')).toBe('days')
  expect(mine.checked('closing')?.n).toBe(1)
})

test('of several checks, one that is refused is left out, unless all of them are', async () => {
  let asked = 0
  const refusing =
    (isRefused: (check: number) => boolean): Handler =>
    ({ url }, response) => {
      if (url === '/availability' && isRefused((asked += 1))) reply(response, { error: 'NO_DEPARTURE' }, 404)
    }
  const some = await open({ offers: [[closingIn('a', 2)]], before: refusing((check) => check === 2) }, soonOn(3))
  expect(await some.contextOf('mine').slot('closing')).toBe('a')
  expect(asked).toBe(3)
  const all = await open({ before: refusing(() => true) }, soonOn(3))
  await expect(all.contextOf('mine').slot('closing')).rejects.toMatchObject({
    name: 'Stop',
    message: expect.stringContaining('NO_DEPARTURE'),
    remedy: expect.stringContaining('mend bookable.closing'),
  })
})

test('where the window of all that is on offer has closed, nothing is booked of it', async () => {
  const offers = [[closingIn('a', -1)], [closingIn('b', -3)]]
  const { contextOf, server } = await open({ offers }, soonOn(2))
  await expect(contextOf('mine').hold({}, 'closing')).rejects.toMatchObject({
    message: 'nothing of bookable.closing was on offer that can still be cancelled, by /until',
    remedy: expect.stringMatching(/^name other days in bookable.closing.availability/),
  })
  expect(server.reserved()).toEqual([])
})

test('where none is left, the target is asked for more, and after three availability checks there are none', async () => {
  const later = await open({ offers: [offer('a'), offer('a'), offer('a', 'b')] }, exclusive)
  expect(await slotsOf(later.contextOf('mine'), 2)).toBe('ab')
  expect(later.checks()).toBe(3)

  const never = await open({ offers: [offer('a')] }, exclusive)
  await never.contextOf('other').slot()
  await expect(never.contextOf('mine').slot()).rejects.toMatchObject({
    name: 'Stop',
    message: 'the target has no availability left that this run has not held',
    remedy: 'offer more dates in operations.availability.body',
  })
  expect(never.checks()).toBe(4)
})

test('what is sold out is not asked for, unless all of it is', async () => {
  const soldOut = [
    { id: 'x', available: false },
    { id: 'y', available: false },
  ]
  const some = await open({ offers: [[...soldOut, ...offer('a', 'a')]] })
  expect(await slotsOf(some.contextOf('mine'), 3)).toBe('aaa')
  const all = await open({ offers: [soldOut] }, exclusive)
  expect(await slotsOf(all.contextOf('mine'), 2)).toBe('xy')
})

test('an availability check that names nothing to book stops the scenario, with the exchange that shows it', async () => {
  const { contextOf } = await open({ offers: [[{ localDate: '2030-01-15' }]] })
  await expect(contextOf('mine').slot()).rejects.toMatchObject({ name: 'Stop', exchange: 1 })
  const empty = await open({ offers: [[]] })
  await expect(empty.contextOf('mine').hold()).rejects.toMatchObject({
    name: 'Stop',
    message: 'the availability check names no availabilityId',
    remedy: expect.stringContaining('operations.availability'),
    exchange: 1,
  })
})

test('what starts late is asked for and booked by its own ids, and a profile without it is told which key it lacks', async () => {
  const standard = { productId: 'prod', optionId: 'opt' }
  const lateStart = { productId: 'late', optionId: 'soon' }
  const { contextOf, server } = await open(
    {},
    { bookable: { standard, late: [lateStart], closing: [], soldOut: null, other: [], exclusive: null } },
  )
  await contextOf('mine').hold({}, 'late')
  expect(server.bodies('POST /availability')).toEqual([lateStart])
  expect(server.bodies('POST /bookings')).toMatchObject([lateStart])

  const other = { productId: 'late', optionId: 'final' }
  const several = await open(
    {},
    { bookable: { standard, late: [lateStart, other], closing: [], soldOut: null, other: [], exclusive: null } },
  )
  await several.contextOf('mine').hold({}, other)
  expect(several.server.bodies('POST /bookings')).toMatchObject([other])

  const lacking = await open()
  for (const asked of [lacking.contextOf('mine').slot('late'), lacking.contextOf('mine').hold({}, 'late')])
    await expect(asked).rejects.toMatchObject({
      name: 'Stop',
      message: 'the profile has no bookable.late',
      remedy: 'add to bookable: - { as: late, productId: ..., optionId: ... }',
    })
  expect(lacking.server.received).toEqual([])
})

test('one availability check is enough for all that a scenario holds', async () => {
  const { contextOf, checks, server } = await open()
  const context = contextOf('mine')
  const slot = await context.slot()
  const held = await context.hold({ notes: 'by the window' })
  expect(held.availabilityId).not.toBe(slot)
  expect(held.reserved.read('status')).toBe('ON_HOLD')
  expect(server.bodies('POST /bookings')).toMatchObject([
    { availabilityId: held.availabilityId, expirationMinutes: 60, notes: 'by the window' },
  ])
  await context.hold({ expirationMinutes: 20 })
  expect(server.bodies('POST /bookings')[1]).toMatchObject({ expirationMinutes: 20 })
  expect(checks()).toBe(1)
})

test('what can be cancelled for some minutes after the availability check is asked for by each scenario itself', async () => {
  const soon = { productId: 'prod', optionId: 'soon', cutOffMinutes: 45 }
  const { bookable } = testProfile('http://127.0.0.1')
  const { contextOf, checks } = await open({}, { bookable: { ...bookable, closing: [soon] } })
  await contextOf('first').slot('closing')
  const second = contextOf('second')
  expect(second.checked('closing')).toBeNull()
  await second.slot('closing')
  expect(checks()).toBe(2)
  expect(second.checked('closing')).toMatchObject({ n: 2, exchange: { purpose: 'availability', scenario: 'second' } })
  expect(second.checked('standard')).toBeNull()
})

test('an answer that is lost to one scenario is asked for again by the next that waited for it', async () => {
  let asked = 0
  const { contextOf, checks } = await open({
    before: ({ url }, response) => {
      if (url === '/availability' && (asked += 1) === 1) reply(response, {}, 400)
    },
  })
  const slots = await Promise.allSettled(['first', 'second', 'third'].map((name) => contextOf(name).slot()))
  expect(slots.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(checks()).toBe(2)
})

test('what is refused is tried once more with another availability that is on offer now', async () => {
  const { contextOf, server } = await open({ offers: [offer('a'), offer('a', 'b')], statuses: [409, 200] })
  const held = await contextOf('mine').hold()
  expect(held).toMatchObject({ availabilityId: 'b', reserved: { accepted: true } })
  expect(server.reserved()).toEqual(['a', 'b'])
})

test('what is refused twice stays refused', async () => {
  const { contextOf, server } = await open({ offers: [offer('a', 'b', 'c')], statuses: [409] })
  expect((await contextOf('mine').hold()).reserved.status).toBe(409)
  expect(server.reserved()).toHaveLength(2)
})

test.each([500, 503])('a target that breaks with HTTP %i is not asked again', async (status) => {
  const { contextOf, server, checks } = await open({ statuses: [status, 200] })
  expect((await contextOf('mine').hold()).reserved.status).toBe(status)
  expect(server.reserved()).toHaveLength(1)
  expect(checks()).toBe(1)
})

test('nor is one that has no other availability', async () => {
  const one = await open({ offers: [offer('a')], statuses: [409, 200] })
  expect((await one.contextOf('mine').hold()).reserved.status).toBe(409)
  expect(one.server.reserved()).toEqual(['a'])
  const none = await open({ offers: [offer('a')], statuses: [409, 200] }, exclusive)
  expect((await none.contextOf('mine').hold()).reserved.status).toBe(409)
  expect(none.server.reserved()).toEqual(['a'])
  const gone = await open({ offers: [offer('a'), []], statuses: [409, 200] })
  expect((await gone.contextOf('mine').hold()).reserved.status).toBe(409)
  expect(gone.server.reserved()).toEqual(['a'])
})
