import { afterEach, expect, test } from 'vitest'
import { reply, type Handler } from '../../../src/wire/testTarget.test.data.js'
import { closeAll, offer, open } from '../acts/opened.test.data.js'
import { reserveUnused } from './slots.js'

afterEach(closeAll)

const standard = { productId: 'p', optionId: 'o' }
const exclusive = { productId: 'p', optionId: 'one' }
const bookable = { standard, late: [], closing: [], soldOut: null, other: [], exclusive }

test('where the one place that takes one booking is used, the standard shows whether there is room for a hold', async () => {
  const before: Handler = ({ url, body }, response) => {
    if (url === '/availability') reply(response, offer(body.includes('"one"') ? 'a' : 'b'))
  }
  const { contextOf, server } = await open({ before }, { bookable })
  const mine = contextOf('mine')
  expect(await mine.slot(exclusive)).toBe('a')
  expect(await reserveUnused(mine, exclusive, 60)).toMatchObject({ accepted: true })
  expect(server.bodies('POST /bookings')).toMatchObject([{ availabilityId: 'b', optionId: 'o' }])
})

test('another place of the same is asked for first, and one that is refused is the answer', async () => {
  const { contextOf, server } = await open({ offers: [offer('a', 'b')], statuses: [409] }, { bookable })
  const mine = contextOf('mine')
  expect(await mine.slot(exclusive)).toBe('a')
  expect(await reserveUnused(mine, exclusive, 60)).toMatchObject({ refused: true })
  expect(server.bodies('POST /bookings')).toMatchObject([{ availabilityId: 'b', optionId: 'one' }])
})

test('where nothing is to be had, none is reserved', async () => {
  const { contextOf, server } = await open({ offers: [offer()] }, { bookable })
  expect(await reserveUnused(contextOf('mine'), exclusive, 60)).toBeNull()
  expect(server.reserved()).toEqual([])
})
