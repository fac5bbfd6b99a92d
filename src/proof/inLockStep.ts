import type { Transport } from '../client/transport.js'

/** A wire on which every answer takes one round, and how many rounds there were. */
export interface LockStep {
  readonly through: (wire: Transport) => Transport
  readonly rounds: number
}

/** Turns of the event loop after which nothing more follows from an answer. */
const turns = 4

/**
 * Holds answers back until all that were asked for have come and nobody asks for more, then gives them all at once: that is a round. So
 * the rounds of a run are the round trips on its critical path, on any machine, however fast or busy.
 */
export function inLockStep(): LockStep {
  let rounds = 0
  let underWay = 0
  let waiting = 0
  let held: (() => void)[] = []
  const settle = (left: number): void => {
    if (underWay > 0) waiting = 0
    else if (left > 0) setImmediate(settle, left - 1)
    else {
      waiting = 0
      rounds += 1
      const answers = held
      held = []
      for (const give of answers) give()
    }
  }
  return {
    get rounds() {
      return rounds
    },
    through: (wire) => ({
      close: () => wire.close(),
      async send(request, signal) {
        underWay += 1
        const result = await wire.send(request, signal)
        underWay -= 1
        await new Promise<void>((give) => {
          held.push(give)
          if (underWay > 0 || waiting > 0) return
          waiting = 1
          settle(turns)
        })
        return result
      },
    }),
  }
}
