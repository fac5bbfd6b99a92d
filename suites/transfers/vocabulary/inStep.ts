import { targetOver, Stop, type Context, type OperationName } from './words.js'

/**
 * Acts side by side, a step at a time: each sends its next request when all others have come as far, in the order
 * given. So the same server gets the same requests in the same order, however long it takes for each answer.
 */
export async function inStep<Acts extends readonly ((context: Context) => Promise<unknown>)[]>(
  context: Context,
  ...acts: Acts
): Promise<{ readonly [Act in keyof Acts]: Awaited<ReturnType<Acts[Act]>> }> {
  const { arrive, leave } = openSteps(acts.length)
  const acted = acts.map(async (act, place) => {
    try {
      return await act({ ...context, target: paced(context.target, () => arrive(place)) })
    } finally {
      leave(place)
    }
  })
  // What each comes to, in its place.
  return (await sideBySide(...acted)) as Awaited<ReturnType<typeof inStep<Acts>>>
}

function paced(target: Context['target'], turn: () => Promise<void>): Context['target'] {
  return targetOver({
    send: (name: OperationName, said, options) => turn().then(() => target.send(name, said, options)),
    helper: (name, said) => turn().then(() => target.helper(name, said)),
    stray: (like: OperationName) => turn().then(() => target.stray(like)),
    advanceClock: (minutes) => turn().then(() => target.advanceClock(minutes)),
  })
}

interface Steps {
  /** Waits until every other that has not left waits as well. */
  readonly arrive: (place: number) => Promise<void>
  readonly leave: (place: number) => void
}

function openSteps(count: number): Steps {
  const underway = new Set(Array.from({ length: count }, (_, place) => place))
  let waiting: { readonly place: number; readonly go: () => void }[] = []
  const goOn = (): void => {
    if (new Set(waiting.map(({ place }) => place)).size < underway.size) return
    const together = waiting.toSorted((one, other) => one.place - other.place)
    waiting = []
    for (const { go } of together) go()
  }
  return {
    arrive: (place) =>
      new Promise((go) => {
        waiting.push({ place, go })
        // Once this one waits as the others do: else it would go after them.
        queueMicrotask(goOn)
      }),
    leave: (place) => {
      underway.delete(place)
      goOn()
    },
  }
}

/** What all of these come to; where several throw, what the first of them throws, whichever was answered first. */
export async function sideBySide<Acts extends readonly unknown[]>(
  ...acts: Acts
): Promise<{ readonly [Act in keyof Acts]: Awaited<Acts[Act]> }> {
  await Promise.allSettled(acts)
  return Promise.all(acts)
}

/** Why a part of a trial is not there: what the Stop said that ended it. Plain data, which a trial may hold. */
export interface Lost {
  readonly lost: string
  readonly remedy: string
  readonly exchange: number | null
  readonly key?: string
}

/** For `catch`: where a part of a scenario stops, the rest goes on, and its checks say why. Rethrows other errors. */
export function orLost(error: unknown): Lost {
  if (!(error instanceof Stop)) throw error
  const { message, remedy, exchange, key } = error
  return { lost: message, remedy, exchange, ...(key !== undefined && { key }) }
}

export function isLost(part: object | null | undefined): part is Lost {
  return part != null && 'lost' in part
}

/** The part of a trial. @throws Stop in a judge, where it was lost: its check is skipped for that reason */
export function found<Part extends object | null>(part: Part | Lost): Part {
  if (isLost(part)) throw new Stop(part.lost, part.remedy, part.exchange, part.key)
  return part
}

/** For `catch`: nothing where a scenario would stop, because it can go on without. Anything else is thrown on. */
export function orNone(error: unknown): null {
  if (error instanceof Stop) return null
  throw error
}
