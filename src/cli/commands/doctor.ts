import { look } from '../../act/run.js'
import type { WalkStep } from '../../act/walk.js'
import { uncheckedCertificates } from '../../wire/network.js'
import { systemNonce } from '../../wire/marker.js'
import { escapeText } from '../../contract/escapeText.js'
import { destinations } from '../../profile/destinations.js'
import { readProfileOf } from '../../library/ownRun.js'
import { type Excluded, makePlan, unmet } from '../../judge/plan.js'
import { pack } from '../../pack.js'
import type { Check } from '../../suite/check.js'
import { usage, exitCodeOf } from '../errorCodes.js'
import { command, flag, text, type Command } from '../command.js'
import { cutShort, type Io } from '../io.js'
import { liveProgress } from '../terminal/liveProgress.js'
import { openProfile, profileNamed, warnOf, type ProfileChoice } from '../profileSource.js'
import type { Profile } from '../../profile/profile.js'
import type { Scenario } from '../../suite/scenario.js'
import type { Lack } from '../../suite/acts.js'

/** Seconds by which two clocks may differ before holds are misjudged. */
const smallSkew = 30
/** How long the walk may take, in milliseconds. */
const timeLimit = 15 * 60_000

export const doctorCommand: Command = command({
  options: {
    offline: flag('check the profile alone: sends nothing'),
    profile: text('profile', 'YAML file about the target'),
    reference: flag('walk on the embedded reference service'),
    target: text('target', 'address in place of target.url of the profile'),
    'allow-live-bookings': flag('confirm a booking also on a live target'),
  },
  epilogue:
    'It makes two bookings, and one more of what only a booking tells, and ends them, or lets them end by themselves. Exit codes: 0 a run can begin, 2 the profile is wrong, 4 nobody answers with what can be read, or it was cut short.',
  handle: async (given, io) => {
    const { stdout, clock } = io
    if (given.offline) return checkProfile(given, io)
    const { profile, close } = await openProfile(given, io)
    warnOf(profile, io)
    const cut = cutShort(io, () => undefined, undefined, 'ending what it booked')
    const progress = liveProgress(io, { verbose: false, now: () => clock.monotonic() })
    try {
      const plan = makePlan(profile, pack, clock.now(), { allowLiveBookings: given['allow-live-bookings'] })
      const walked = await look({
        plan,
        profile,
        registry: pack,
        clock,
        random: systemNonce,
        signal: cut.signal,
        timeLimit,
        progress,
      })
      progress.end()
      const left = walked.bookings.filter(({ fate }) => pack.bookings.remains(fate) !== 'nothing')
      const unread = walked.steps.find(isUnread)
      const lines = [
        ...(walked.cutShort === null && unread === undefined ? unbooked(walked.steps, profile) : []),
        ...walked.steps.map(stepLine),
        ...walked.notes,
        ...unlearned(walked.steps),
        // A test clock is moved by whoever tests there.
        ...(profile.clock === null ? skew(walked.steps) : []),
        ...left.map(
          ({ id, key, note = '' }) => `left: ${id ?? `the booking with the key ${key ?? '(none)'}`}: ${note}`,
        ),
        ...ended(walked.bookings.length, left.length),
        ...(walked.cutShort !== null
          ? [`cut short: ${walked.cutShort}`]
          : unread === undefined
            ? [...makes(walked.mostBookings), ...lacking(profile, given['allow-live-bookings'], walked.lacks)]
            : [
                `a run could judge nothing: what ${unread.name} is answered with is more than octospec reads, and nothing else can be asked without it; do: let the profile ask for less, as for fewer days`,
              ]),
      ]
      stdout.write(`${lines.map((line) => escapeText(line, 600)).join('\n')}\n`)
      return walked.cutShort === null && unread === undefined ? 0 : exitCodeOf('aborted')
    } finally {
      progress.end()
      cut.release()
      await close()
    }
  },
})

/** Says where each variable goes and what the profile lacks, and gives the exit code. @throws CliError, ProfileError */
async function checkProfile(
  { profile: named, target, reference }: Pick<ProfileChoice, 'profile' | 'target' | 'reference'>,
  io: Io,
): Promise<number> {
  if (reference) throw usage('--offline and --reference exclude each other')
  const file = profileNamed(named, io)
  const profile = await readProfileOf(file, io, target === undefined ? {} : { 'target.url': target })
  const { stdout, env } = io
  const keys = Object.values(pack.needs).flatMap((need) =>
    need.outcome === 'not-applicable' || need.has(profile) ? [] : [need.key],
  )
  stdout.write(`${escapeText(file)} is a valid profile\n`)
  for (const line of destinations(profile)) stdout.write(`  ${escapeText(line, 2000)}\n`)
  for (const warning of uncheckedCertificates(profile, env)) stdout.write(`  warning: ${warning}\n`)
  if (keys.length > 0) stdout.write(`  it has no ${keys.join(', ')}: what needs one stays untested\n`)
  return 0
}

/** Says that a run can book nothing, so that most of it is void, and why: the last answer, or nothing could be sent. */
function unbooked(steps: readonly WalkStep[], { operations }: Profile): readonly string[] {
  const names = Object.keys(pack.operations).filter((name) => pack.operations[name]?.creates === true)
  const tried = steps.filter(({ answer }) => names.includes(answer.exchange.purpose))
  if (tried.some(({ answer }) => answer.accepted)) return []
  const answer = tried.at(-1)?.answer
  const off = names.filter((name) => operations[name] === null).map((name) => `operations.${name} is null`)
  const why =
    answer === undefined
      ? (off[0] ?? 'nothing to book was found')
      : `request ${answer.n} was answered with ${answer.describe()}`
  return [`nothing can be booked: ${why}; a run would verify little`]
}

function unlearned(steps: readonly WalkStep[]): readonly string[] {
  const taken = new Set(steps.filter(({ answer }) => answer.accepted).map(({ answer }) => answer.exchange.purpose))
  const refused = steps.filter(({ answer, ifRefused }) => answer.refused && ifRefused === undefined)
  const lost = new Map(refused.map(({ answer }) => [answer.exchange.purpose, answer]))
  return [...lost].flatMap(([name, { n }]) => {
    if (taken.has(name)) return []
    const uses = [...pack.checks.values()].filter((check) => usesOf(check).includes(name)).length
    return uses === 0
      ? []
      : [
          `${name} was refused (request ${n}), and accepted nowhere: ${uses} checks use it, and those that need it accepted stay untested`,
        ]
  })
}

function usesOf(check: Check): readonly string[] {
  const scenario = check.kind === 'trial' ? pack.scenarios.get(check.scenario) : undefined
  return [...(check.uses ?? []), ...(scenario?.uses ?? [])]
}

function makes(most: number): readonly string[] {
  return most === 0 ? [] : [`a run would make ${most} bookings at most`]
}

/** Said in so many words: the cancel that ends a confirmed booking is no step of the walk. */
function ended(made: number, left: number): readonly string[] {
  if (made === 0 || left > 0) return []
  return [made === 1 ? 'it made 1 booking, and ended it' : `it made ${made} bookings, and ended all of them`]
}

function isUnread({ answer: { exchange } }: WalkStep, at: number): boolean {
  return exchange.failure?.kind === 'too-large' && (at === 0 || pack.operations[exchange.purpose]?.creates === true)
}

function stepLine({ name, answer, ifRefused }: WalkStep): string {
  const { method, url } = answer.exchange.request
  const isFine = ifRefused !== undefined
  // The lines below have the answer to a question.
  const word =
    answer.accepted && name.endsWith('?')
      ? 'asked'
      : answer.accepted || isFine
        ? 'ok'
        : answer.refused
          ? 'refused'
          : 'unclear'
  return `${word.padEnd(9)}${name.padEnd(12)} ${method} ${url}${isFine ? `: refused, ${ifRefused}` : ''}${answer.accepted ? '' : `: ${answer.describe()}`}`
}

function skew(steps: readonly WalkStep[]): readonly string[] {
  const seen = steps.flatMap(({ answer: { exchange } }) => {
    const at = Date.parse(exchange.response?.headers['date'] ?? '')
    return Number.isNaN(at) || exchange.clockMinutes !== 0 ? [] : [(at - exchange.startedAt) / 1000]
  })
  const [least] = seen.toSorted((a, b) => Math.abs(a) - Math.abs(b))
  if (least === undefined || Math.abs(least) < smallSkew) return []
  return [
    `the clock of the target is ${Math.round(Math.abs(least))} s ${least > 0 ? 'ahead of' : 'behind'} this machine's: set one of them, as ends of holds are judged by both`,
  ]
}

/** Clauses that are named one by one; of more, their number and sections are. */
const mostNamed = 4

/**
 * What a run would leave untested with this profile, by what would change it, and what the profile has switched off.
 * @param lacks what the profile names, and is not what it is named for
 */
export function lacking(profile: Profile, allowLiveBookings: boolean, lacks: readonly Lack[] = []): readonly string[] {
  const seen = lacks.flatMap(({ need, reason, remedy }) => {
    const named = pack.needs[need]
    return named === undefined ? [] : [[need, { ...named, reason, remedy, has: () => false }] as const]
  })
  const needs = { ...pack.needs, ...Object.fromEntries(seen) }
  const excluded = [...pack.checks.values()].flatMap((check) => {
    const scenario = check.kind === 'trial' ? (pack.scenarios.get(check.scenario) ?? null) : null
    const why =
      unmet({ ...pack, needs }, profile, scenario, check, { allowLiveBookings }) ??
      withoutClock(profile, check, scenario)
    return why === null ? [] : [{ check, why }]
  })
  const untested = byKey(excluded.filter(({ why }) => why.outcome === 'untested'))
  const off = switchedOff(profile, excluded)
  const begin =
    untested.length === 0
      ? [
          `a run can begin: the profile names what each of ${pack.checks.size - excluded.length} checks asks for${excluded.length === 0 ? '' : `, and ${excluded.length} do not apply to it`}; whether the target has enough of it shows in the run`,
        ]
      : [
          'a run can begin; it would leave untested:',
          ...untested.map(
            ({ why: { reason, remedy }, checks }) => `  ${inChecks(checks.length)}: ${reason}; do: ${remedy}`,
          ),
        ]
  return [...begin, ...(off.length === 0 ? [] : ['not verified, since the profile says that there is none:', ...off])]
}

interface ExcludedCheck {
  readonly check: Check
  readonly why: Excluded
}

function isOff({ why }: ExcludedCheck): boolean {
  return why.off !== undefined
}

function byKey(
  excluded: readonly ExcludedCheck[],
): readonly { readonly why: Excluded; readonly checks: readonly Check[] }[] {
  const groups = new Map<string, { readonly why: Excluded; readonly checks: Check[] }>()
  for (const { check, why } of excluded) {
    const known = groups.get(why.key)
    if (known === undefined) groups.set(why.key, { why, checks: [check] })
    else known.checks.push(check)
  }
  return [...groups.values()]
}

/** The cost of each null in the profile: the clauses that nothing else verifies. */
function switchedOff(profile: Profile, excluded: readonly ExcludedCheck[]): readonly string[] {
  const out = new Set(excluded.map(({ check }) => check))
  const open = new Set([...pack.checks.values()].flatMap((check) => (out.has(check) ? [] : [check.clause])))
  const operations = byKey(excluded.filter(isOff)).map(({ why: { key }, checks }) => {
    const lost = [...new Set(checks.map(({ clause }) => clause))].filter((clause) => !open.has(clause))
    return `  ${key}: ${inChecks(checks.length)}${lost.length === 0 ? '' : `, and nothing else verifies ${inClauses(lost)}`}`
  })
  const fields = Object.entries(pack.unshown?.(profile) ?? {}).map(
    ([key, clauses]) => `  ${key}: ${inClauses(clauses)}`,
  )
  return [...operations, ...fields]
}

function inChecks(count: number): string {
  return `${count} ${count === 1 ? 'check' : 'checks'}`
}

function inClauses(clauses: readonly string[]): string {
  if (clauses.length <= mostNamed) return clauses.join(', ')
  const sections = [...new Set(clauses.map((clause) => clause.split('/', 1)[0] ?? ''))]
  return `${clauses.length} clauses of ${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`
}

function withoutClock({ clock }: Profile, check: Check, scenario: Scenario | null): Excluded | null {
  const ages = check.kind === 'trial' ? scenario?.kind === 'timeline' : check.ages === true
  if (clock !== null || !ages) return null
  return {
    outcome: 'untested',
    reason: 'the profile names no test clock, so that holds take their time, but for what shows at once',
    remedy: 'give clock, or run with --wait, or come back with octospec resume',
    key: 'clock',
  }
}
