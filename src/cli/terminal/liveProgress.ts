import { escapeText } from '../../contract/escapeText.js'
import type { Progress } from '../../act/progress.js'
import type { Io } from '../io.js'
import { isPlain, styleFor } from './style.js'

export interface LiveProgressOptions {
  readonly verbose: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Shows a run while it goes on, on stderr: a live bar on a terminal, plain lines elsewhere. */
export interface LiveProgress extends Progress {
  /** Takes the bar away; nothing is shown any more. */
  end(): void
}

/** Milliseconds between two paintings of the bar. */
const pace = 80
const barWidth = 24
/** A log that says nothing for longer than this leaves one wondering whether it still goes on, in milliseconds. */
const longestSilence = 5000
/** The same while holds are left to age. */
const longestWait = 60_000

export function liveProgress({ stderr, env }: Pick<Io, 'stderr' | 'env'>, options: LiveProgressOptions): LiveProgress {
  const { verbose, now } = options
  const style = styleFor(stderr, env)
  const live = stderr.isTTY === true && !isPlain(env)
  const underway = new Set<string>()
  let scenarios = 0
  let done = 0
  let failed = 0
  let requests = 0
  let waitsFor: string | null = null
  let paintedAt = 0
  let painted = false
  let saidAt = now()
  /** The target has time to pass, which takes longer than an answer. */
  let waits = false

  const clear = (): void => {
    if (painted) stderr.write('\r\u001b[2K')
    painted = false
  }
  const line = (text: string): void => {
    clear()
    stderr.write(`${text}\n`)
    saidAt = now()
  }
  const paint = (): void => {
    if (!live || now() - paintedAt < pace) return
    paintedAt = now()
    const full = scenarios === 0 ? 0 : Math.round((done / scenarios) * barWidth)
    const bar = '█'.repeat(full) + '░'.repeat(barWidth - full)
    const [first = ''] = underway
    const more = waitsFor ?? `${requests} requests  ${many(failed, 'check')} failing  ${first}`
    const plain = (scenarios === 0 ? asked() : `${bar} ${done}/${scenarios} scenarios  ${more}`).slice(
      0,
      Math.max(20, (stderr.columns ?? 80) - 1),
    )
    stderr.write(`\r\u001b[2K${failed > 0 ? style('red', plain) : plain}`)
    painted = true
  }

  const asked = (): string => `${many(requests, 'request')} so far`
  const beat = (): void => {
    if (live || now() - saidAt < (waits ? longestWait : longestSilence)) return
    const [first = 'waiting for the target'] = underway
    const why = waitsFor === null ? '' : `, ${waitsFor}`
    const of = scenarios === 0 ? '' : `${done} of ${scenarios} scenarios, `
    line(`  ${of}${asked()}: ${first}${why}`)
  }
  // It must not keep a process alive that has nothing else to do.
  const heart = setInterval(beat, longestSilence / 2).unref()

  return {
    plan(plan) {
      scenarios = plan.scenarios
      const at = escapeText(plan.target, 200)
      const { checks, scenarios: acts, bookings } = plan
      line(`${many(checks, 'check')} by ${many(acts, 'scenario')}, with at most ${many(bookings, 'booking')}, on ${at}`)
    },
    started(scenario) {
      underway.add(scenario)
      paint()
    },
    finished(scenario, tally) {
      underway.delete(scenario)
      done += 1
      failed += tally.failed
      const verdict =
        tally.failed > 0 ? `${tally.failed} of ${many(tally.checks, 'check')} failing` : many(tally.checks, 'check')
      if (verbose) line(`  ${scenario}: ${verdict}`)
      else if (!live && isQuarter(done, scenarios))
        line(`  ${done} of ${scenarios} scenarios, ${requests} requests, ${many(failed, 'check')} failing`)
      paint()
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
      // What makes one wait is seen at once.
      if (putOff !== waitsFor) paintedAt = 0
      requests = count
      waits = false
      waitsFor = putOff
      paint()
    },
    end() {
      clearInterval(heart)
      clear()
    },
  }
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** True four times a run: a log is read, not watched. */
function isQuarter(done: number, of: number): boolean {
  return Math.floor((done * 4) / of) > Math.floor(((done - 1) * 4) / of)
}
