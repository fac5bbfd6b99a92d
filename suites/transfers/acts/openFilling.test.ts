import { afterEach, expect, test } from 'vitest'
import { closeAll, offer, open } from './opened.test.data.js'

afterEach(closeAll)

const few = (places: number) => {
  const standard = { productId: 'p', optionId: 'o' }
  const exclusive = { productId: 'p', optionId: 'few', places }
  return { bookable: { standard, late: [], closing: [], soldOut: null, other: [], exclusive } }
}

test('what takes a few bookings is filled up before it is used, but for one place, and what is a control is not', async () => {
  const { contextOf, server } = await open({}, few(3))
  const mine = contextOf('mine')
  const held = await mine.hold({}, 'exclusive')
  expect(held).toMatchObject({ availabilityId: 'a', reserved: { accepted: true } })
  expect(await mine.slot('exclusive', { control: true })).toBe('b')
  expect(server.reserved()).toEqual(['a', 'a', 'a'])
  expect(server.bodies('POST /bookings').map((body) => body['expirationMinutes'])).toEqual([200, 200, 60])
  expect(mine.filled()).toMatchObject({ fillers: [{ n: 2 }, { n: 3 }], lacking: null })
})

test('an availability in which somebody else has a place is left, and what filled it up is ended', async () => {
  const { contextOf, server, run } = await open({ statuses: [200, 409, 200, 200, 409, 200] }, few(3))
  const mine = contextOf('mine')
  expect(await mine.hold({}, 'exclusive')).toMatchObject({ availabilityId: 'c', reserved: { accepted: true } })
  expect(server.reserved()).toEqual(['a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'])
  expect(mine.filled().fillers).toHaveLength(2)
  const left = run.session.bookings.filter(({ status }) => status === 'ON_HOLD').map(({ exchange }) => exchange)
  expect(left).toHaveLength(3)
})

test('where none of a few can be filled up, no more is booked, and what to write is said', async () => {
  for (const offers of [[offer('a', 'b', 'c', 'd', 'e')], [offer('a')]]) {
    const { contextOf, server } = await open({ offers, statuses: [409] }, few(3))
    const mine = contextOf('mine')
    const remedy: unknown = expect.stringContaining('bookable.exclusive.places')
    await expect(mine.hold({}, 'exclusive')).rejects.toMatchObject({ name: 'Stop', remedy })
    expect(mine.filled()).toMatchObject({ fillers: [], lacking: { remedy } })
    const sent = server.reserved().length
    expect(sent).toBe(Math.min(3, offers[0]?.length ?? 0))
    await expect(mine.slot('exclusive')).rejects.toMatchObject({ name: 'Stop' })
    expect(server.reserved()).toHaveLength(sent)
  }
})

test('a run that is interrupted meanwhile is not taken for a target that has nothing left', async () => {
  const controller = new AbortController()
  let checks = 0
  const before = ({ url }: { url: string }): void => {
    if (url === '/availability') checks += 1
    if (checks === 2) controller.abort(new Error('stopped by hand'))
  }
  const { contextOf } = await open({ statuses: [409], before }, {}, {}, controller.signal)
  await expect(contextOf('mine').hold()).rejects.toThrow('stopped by hand')
})
