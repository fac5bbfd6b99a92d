import { escapeText } from '../../contract/escapeText.js'
import type { Progress } from '../../act/runContext.js'
import type { Io, Output } from '../io.js'
import { styleText } from 'node:util'

export interface LiveProgressOptions {
  readonly verbose: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Tells on stderr how a run goes on: a few lines, and more where it takes long. */
export interface LiveProgress extends Progress {
  end(): void
}

/** A log that says nothing for longer than this leaves one wondering whether it still goes on, in milliseconds. */
const longestSilence = 5000
/** The same while holds are left to age. */
const longestWait = 60_000

export function liveProgress({ stderr }: Pick<Io, 'stderr'>, { verbose, now }: LiveProgressOptions): LiveProgress {
  const underway = new Set<string>()
  let [scenarios, done, requests] = [0, 0, 0]
  let waitsFor: string | null = null
  let saidAt = now()
  let waits = false

  const line = (text: string): void => {
    stderr.write(`${text}\n`)
    saidAt = now()
  }
  const beat = (): void => {
    if (now() - saidAt < (waits ? longestWait : longestSilence)) return
    const [first = 'waiting for the target'] = underway
    const why = waitsFor === null ? '' : `, ${waitsFor}`
    const of = scenarios === 0 ? '' : `${done} of ${scenarios} scenarios, `
    line(`  ${of}${many(requests, 'request')} so far: ${first}${why}`)
  }
  // It must not keep a process alive that has nothing else to do.
  const heart = setInterval(beat, longestSilence / 2).unref()

  return {
    plan({ checks, scenarios: acts, bookings, target }) {
      scenarios = acts
      const at = escapeText(target, 200)
      line(`${many(checks, 'check')} by ${many(acts, 'scenario')}, with at most ${many(bookings, 'booking')}, on ${at}`)
    },
    started: (scenario) => void underway.add(scenario),
    finished(scenario, tally) {
      underway.delete(scenario)
      done += 1
      const checks = many(tally.checks, 'check')
      if (verbose) line(`  ${scenario}: ${tally.failed > 0 ? `${tally.failed} of ${checks} failing` : checks}`)
      else if (isQuarter(done, scenarios)) line(`  ${done} of ${scenarios} scenarios, ${requests} requests`)
    },
    waiting(minutes, scenario, by) {
      if (minutes <= 0) return
      waits = by === 'wait'
      line(
        by === 'clock'
          ? `  time passes for ${scenario}: the target's test clock moves on ${minutes} min`
          : `  time passes for ${scenario}: waiting ${minutes} min`,
      )
    },
    request(count, putOff) {
      requests = count
      waits = false
      waitsFor = putOff
    },
    end: () => clearInterval(heart),
  }
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** True four times a run: a log is read, not watched. */
function isQuarter(done: number, of: number): boolean {
  return Math.floor((done * 4) / of) > Math.floor(((done - 1) * 4) / of)
}

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export type Style = (format: Format, text: string) => string

export function styleFor(output: Output, env: Io['env']): Style {
  const off = output.isTTY !== true || isPlain(env)
  // Whether the output takes colours is decided here, by the output that is meant.
  return off ? (_, text) => text : (format, text) => styleText(format, text, { validateStream: false })
}

/** Set by NO_COLOR and by a dumb terminal: only lines of text, which a screen reader reads once and in order. */
export function isPlain(env: Io['env']): boolean {
  return (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
}
