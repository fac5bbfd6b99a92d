import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { specFile } from '../../contract/specFile.js'
import type { Delivery, Order, Told } from './octospecProcess.test.data.js'

const program = join(dirname(specFile('')), 'dist', 'src', 'cli', 'hostile', 'octospecProcess.test.data.js')

/** How a command line ended. `wrong`: it did not end by itself, or left something unhandled; `delivery` may be null. */
export interface Ended {
  readonly delivery: Delivery | null
  readonly wrong: readonly string[]
}

export interface OctospecProcesses {
  /**
   * Runs octospec on a profile, when it is its turn.
   * @param alone in a process of its own, so that whatever goes wrong is its own doing
   * @returns null: it shared a process that had to be ended. Its requests are done by then, so run it again alone, on
   * another target.
   */
  readonly run: (argv: readonly string[], profile: string, alone: boolean) => Promise<Ended | null>
  /** Ends all, and waits until they are gone. */
  readonly close: () => Promise<void>
}

interface Waiting {
  readonly order: Order
  readonly alone: boolean
  readonly resolve: (ended: Ended | null) => void
}

interface Running {
  readonly child: ChildProcess
  readonly orders: Map<number, Waiting & { looks: number }>
  readonly wrong: string[]
  alone: boolean
  /** How many orders it has been given. */
  given: number
  /** How often it was looked at since it was heard of; null: it is still starting. */
  looks: number | null
}

/** Milliseconds between two looks at the processes. They are more on a busy machine, and so are all counts in looks. */
const betweenLooks = 200
/** A process that says nothing for so many looks is frozen for good. */
const silence = 100
/** A command line that takes more looks than this does not end in time. */
const longest = 300
/** Megabytes that a process may take. */
export const mostMemory = 300
/** Most orders for a process. The memory of hundreds would add up past the limit, and all would be run again. */
const mostOrders = 80

function isFull({ alone, given }: Running): boolean {
  return alone || given >= mostOrders
}

/** Runs many command lines in few processes. Ends one that freezes, dies, bloats or leaves something unhandled. */
export function octospecProcesses(most: number, lanes: number): OctospecProcesses {
  const queue: Waiting[] = []
  const processes = new Set<Running>()
  let lastId = 0
  let closed = false

  const start = (alone: boolean): Running => {
    const child = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const running: Running = { child, orders: new Map(), wrong: [], alone, given: 0, looks: null }
    processes.add(running)
    child.on('message', (told: Told) => hear(running, told))
    child.stderr?.on('data', (text: Buffer) => running.wrong.push(`stderr: ${text.toString().trim()}`))
    child.once('exit', (code, signal) => lose(running, `it died (${signal ?? code})`))
    return running
  }

  const hear = (running: Running, told: Told): void => {
    running.looks = 0
    if ('unhandled' in told) running.wrong.push(`unhandled: ${told.unhandled}`)
    if (!('delivery' in told)) return
    const { delivery } = told
    const waiting = running.orders.get(delivery.id)
    if (waiting === undefined) return
    const suspect = running.wrong.length > 0 || delivery.peak > mostMemory
    if (suspect && running.given > 1) return lose(running, '')
    running.orders.delete(delivery.id)
    const greedy = delivery.peak > mostMemory ? [`it took ${Math.round(delivery.peak)} MB`] : []
    waiting.resolve({ delivery, wrong: [...running.wrong, ...greedy] })
    if (isFull(running) && running.orders.size === 0) end(running)
    next()
  }

  /** Ends a process, and with it what it was at. */
  const lose = (running: Running, why: string): void => {
    if (!processes.has(running)) return
    end(running)
    for (const waiting of running.orders.values())
      waiting.resolve(running.given === 1 ? { delivery: null, wrong: [...running.wrong, why] } : null)
    next()
  }

  const end = (running: Running): void => {
    processes.delete(running)
    running.child.kill('SIGKILL')
  }

  const next = (): void => {
    if (closed) return
    for (let at = 0; at < queue.length;) {
      const waiting = queue[at]
      const running = waiting === undefined ? undefined : placeFor(waiting)
      if (waiting === undefined || running === undefined) return
      queue.splice(at, 1)
      running.given += 1
      running.orders.set(waiting.order.id, { ...waiting, looks: 0 })
      running.child.send(waiting.order)
    }
  }

  const placeFor = ({ alone }: Waiting): Running | undefined => {
    const shared = [...processes].filter((each) => !isFull(each))
    if (!alone && (shared.length >= most || processes.size > most)) {
      const free = shared.filter(({ orders }) => orders.size < lanes).sort((a, b) => a.orders.size - b.orders.size)
      return free[0]
    }
    return processes.size > most ? undefined : start(alone)
  }

  const watch = setInterval(() => {
    for (const running of processes) {
      if (running.looks !== null) running.looks += 1
      for (const waiting of running.orders.values()) waiting.looks += 1
      if ((running.looks ?? 0) > silence) lose(running, 'it froze')
      else if ([...running.orders.values()].some(({ looks }) => looks > longest))
        lose(running, 'it did not end in time')
    }
  }, betweenLooks)

  return {
    run: (argv, profile, alone) =>
      new Promise((resolve) => {
        lastId += 1
        const waiting = { order: { id: lastId, argv, profile }, alone, resolve }
        // A command line that is run again has waited before.
        if (alone) queue.unshift(waiting)
        else queue.push(waiting)
        next()
      }),
    close: async () => {
      closed = true
      clearInterval(watch)
      const gone = [...processes].map(({ child }) => once(child, 'exit'))
      for (const running of processes) end(running)
      await Promise.all(gone)
    },
  }
}
