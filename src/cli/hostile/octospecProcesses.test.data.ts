import { fork, type ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { specFile } from '../../contract/specFile.js'
import type { Delivery, Order, Told } from './octospecProcess.test.data.js'

const program = join(dirname(specFile('')), 'dist', 'src', 'cli', 'hostile', 'octospecProcess.test.data.js')

/** What became of a command line. `wrong`: it did not end by itself, or something was left unhandled; its delivery may be missing then. */
export interface Ended {
  readonly delivery: Delivery | null
  readonly wrong: readonly string[]
}

export interface OctospecProcesses {
  /** Runs octospec on a profile, when it is its turn. */
  readonly run: (argv: readonly string[], profile: string) => Promise<Ended>
  readonly close: () => void
}

interface Waiting {
  readonly order: Order
  /** It shares its process with nobody, so that whatever goes wrong is its own doing. */
  readonly alone: boolean
  readonly resolve: (ended: Ended) => void
}

interface Running {
  readonly child: ChildProcess
  readonly orders: Map<number, Waiting & { readonly since: number }>
  readonly wrong: string[]
  alone: boolean
  /** How many orders it has been given. */
  given: number
  /** When it was last heard of; null: it is still starting. */
  heard: number | null
}

/** A process that says nothing for so long is frozen for good, however busy the machine is. In milliseconds. */
const silence = 20_000
/** A command line that takes longer than this does not end in time, in milliseconds. */
const longest = 60_000
/** Megabytes that a process may take. */
export const mostMemory = 300

/**
 * Runs many command lines in few processes. Where a process freezes, dies, takes too much memory or leaves something unhandled,
 * each of the command lines that it was at is run again in a process of its own, and that is what counts.
 */
export function octospecProcesses(most: number, lanes: number): OctospecProcesses {
  const queue: Waiting[] = []
  const processes = new Set<Running>()
  let lastId = 0
  let closed = false

  const start = (alone: boolean): Running => {
    const child = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const running: Running = { child, orders: new Map(), wrong: [], alone, given: 0, heard: null }
    processes.add(running)
    child.on('message', (told: Told) => hear(running, told))
    child.stderr?.on('data', (text: Buffer) => running.wrong.push(`stderr: ${text.toString().trim()}`))
    child.once('exit', (code, signal) => lose(running, `it died (${signal ?? code})`))
    return running
  }

  const hear = (running: Running, told: Told): void => {
    running.heard = Date.now()
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
    if (running.alone) end(running)
    next()
  }

  /** Ends a process; what it was at is run again, each in a process of its own, or, where it was alone, ends so. */
  const lose = (running: Running, why: string): void => {
    if (!processes.has(running)) return
    end(running)
    for (const waiting of running.orders.values())
      if (running.given === 1) waiting.resolve({ delivery: null, wrong: [...running.wrong, why] })
      else queue.unshift({ ...waiting, alone: true })
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
      running.orders.set(waiting.order.id, { ...waiting, since: Date.now() })
      running.child.send(waiting.order)
    }
  }

  const placeFor = ({ alone }: Waiting): Running | undefined => {
    const shared = [...processes].filter((each) => !each.alone)
    if (!alone && (shared.length >= most || processes.size > most)) {
      const free = shared.filter(({ orders }) => orders.size < lanes).sort((a, b) => a.orders.size - b.orders.size)
      return free[0]
    }
    return processes.size > most ? undefined : start(alone)
  }

  const watch = setInterval(() => {
    const now = Date.now()
    for (const running of processes) {
      const { heard, orders } = running
      if (heard !== null && now - heard > silence) lose(running, `it froze for ${silence / 1000} s`)
      else if ([...orders.values()].some(({ since }) => now - since > longest))
        lose(running, `it did not end within ${longest / 1000} s`)
    }
  }, 200)

  return {
    run: (argv, profile) =>
      new Promise((resolve) => {
        lastId += 1
        queue.push({ order: { id: lastId, argv, profile }, alone: false, resolve })
        next()
      }),
    close: () => {
      closed = true
      clearInterval(watch)
      for (const running of processes) end(running)
    },
  }
}
