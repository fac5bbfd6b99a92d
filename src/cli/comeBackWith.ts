import { shellWord } from '../report/formats/checkText.js'
import { isoOf } from '../contract/instant.js'
import type { Judging } from '../judge/judging.js'

/** The command that comes back to a run; null where that was on the embedded reference service, which has ended. */
export function comeBackWith(
  folder: string,
  command: readonly string[] = ['octospec', 'run'],
  option?: '--cancel-all',
): string | null {
  if (command.includes('--reference')) return null
  // The words may come from evidence of anybody's.
  const program = command[0] === 'npx' && command[1] === 'octospec' ? ['npx', 'octospec'] : ['octospec']
  const told = toldBy(command, '--target')
  return [...program, 'resume', folder, ...(option === undefined ? [] : [option]), ...told].map(shellWord).join(' ')
}

/** An option in the words of a command and what it was given there; nothing where it is not among them. */
export function toldBy(command: readonly string[], option: string): readonly string[] {
  const at = command.indexOf(option)
  return at === -1 ? [] : command.slice(at, at + 2)
}

/**
 * When to come back to a run so that all is seen, and what is seen when: `from A to B, when ..., and from C on, when ...`; null where no such times are known, or all
 * of them are over.
 * @param now milliseconds since the epoch @param due when the first hold is due that still ages, in ISO 8601: what comes before was seen
 */
export function visitTimes({ pending, profile, registry }: Judging, now: number, due: string | null): string | null {
  const began = pending.map(({ startedAt }) => startedAt)
  const [first, last] = [Math.min(...began), Math.max(...began)]
  const times = (pending.length === 0 ? [] : (registry.visits?.(profile) ?? [])).flatMap(({ from, until, sees }) => {
    const over = until === undefined ? Infinity : first + until * 60_000
    if (over <= Math.max(now, Date.parse(due ?? '') || 0)) return []
    const text = `from ${stamp(last + from * 60_000)}`
    return [`${text} ${until === undefined ? 'on' : `to ${stamp(over)}`}, ${sees}`]
  })
  return times.length === 0 ? null : times.join(', and ')
}

function stamp(time: number): string {
  return `${isoOf(time).slice(0, 19)}Z`
}
