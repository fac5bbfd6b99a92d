import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer } from './words.js'
import { withRoom } from './slots.js'

/** An account with room for so many holds, at a target that takes one kind of reservation or none. */
function account({ room = 2, cancels = true, takesIt = true }): {
  readonly context: Parameters<typeof withRoom>[0]
  readonly ask: () => Promise<Answer>
  /** What becomes of the room as soon as somebody else may act. */
  others: () => void
  room: number
} {
  const sent = (accepted: boolean): Answer => {
    if (accepted) here.room -= 1
    return accepted ? answer(booking) : answer({ error: 'NO' }, {}, 409)
  }
  const reserve = async (): Promise<Answer> => sent(here.room > 0)
  const cancel = async (): Promise<Answer> => {
    if (!cancels) return answer({ error: 'NO' }, {}, 409)
    here.room += 1
    return answer(booking)
  }
  const here = {
    room,
    others: () => {},
    ask: async () => sent(takesIt && here.room > 0),
    context: {
      target: { reserve, cancel },
      hold: async () => {
        if (here.room === 0) here.others()
        return { availabilityId: 'held', reserved: await reserve() }
      },
      slot: async () => 'another',
      offers: () => true,
      alone: async () => {
        here.others()
        return true
      },
      settle: async () => true,
      release: async (held: Answer) => void (held.accepted && (await cancel())),
    },
  }
  return here
}

test('what is accepted is sent once, and nothing else beside it', async () => {
  const here = account({})
  expect((await withRoom(here.context, here.ask))?.accepted).toBe(true)
  expect(here.room).toBe(1)
})

test('a refusal proves itself where there was room for another before and after', async () => {
  const [cancelling, keeping] = [account({ takesIt: false }), account({ takesIt: false, cancels: false })]
  expect((await withRoom(cancelling.context, cancelling.ask))?.refused).toBe(true)
  expect((await withRoom(keeping.context, keeping.ask))?.refused).toBe(true)
  expect(cancelling.room).toBe(2)
})

test('what was refused for want of room is accepted once others have left theirs', async () => {
  const here = account({ room: 0 })
  here.others = () => (here.room = 1)
  expect((await withRoom(here.context, here.ask))?.accepted).toBe(true)
})

test('where the other hold has the last room itself, and keeps it, nobody knows', async () => {
  const here = account({ room: 0, cancels: false })
  here.others = () => (here.room = 1)
  expect(await withRoom(here.context, here.ask)).toBeNull()
})

test('where there is no room for any, nobody knows', async () => {
  const here = account({ room: 0 })
  expect(await withRoom(here.context, here.ask)).toBeNull()
})
