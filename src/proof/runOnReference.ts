import { specFile } from '../contract/specFile.js'
import { readProfile } from '../profile/readProfile.js'
import { isMap } from '../profile/jsonMap.js'
import type { Json, Profile } from '../profile/profile.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import type { PlanOptions } from '../judge/plan.js'
import { makeReport } from '../judge/makeReport.js'
import { type Progress, type RunOptions, silent } from '../act/runContext.js'
import type { Report } from '../judge/report.js'
import { pack as shipped } from '../pack.js'
import type { Pack } from '../suite/pack.js'
import type { ReferenceChoice } from '../suite/referenceService.js'
import { makeRun } from '../act/run.js'
import { systemClock, type Clock } from '../wire/clock.js'

type Members = Readonly<Record<string, Json>>

export interface OnReferenceOptions extends ReferenceChoice {
  readonly pack?: Pack
  readonly plan?: PlanOptions
  readonly concurrency?: number
  readonly progress?: Progress
  /** Members over the dialect's profile, in the shape of a profile file; `null` takes one away. */
  readonly profile?: Members
  /** Keys that it does not declare: what they say is octospec's own default. */
  readonly undeclared?: readonly string[]
  readonly replay?: RunOptions['replay']
  /** See `OpenTargetOptions.through`. */
  readonly through?: RunOptions['through']
  /** A network that stands before the service: it is met by way of that, on connections of its own. */
  readonly network?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }>
  /** What both sides go by, in place of the time. */
  readonly clock?: Clock
}

export interface OnReference {
  readonly report: Report
  readonly evidence: readonly EvidenceLine[]
}

/** Runs the suites on the reference service with these faults and variants, in this process over loopback HTTP. */
export async function runOnReference(options: OnReferenceOptions = {}): Promise<OnReference> {
  const { pack = shipped, dialect = firstOf(pack), faults = [], variants = [] } = options
  const { reference: service } = pack
  const clock = atTen(options.clock ?? systemClock)
  const reference = await service.start({ ...options, now: () => clock.now() })
  const network = await options.network?.(reference.url)
  try {
    const named = [...faults.flatMap((name) => service.fault(name).on ?? []), ...variants]
    // Faults of connections must meet the client as it is. Nothing else depends on them, and sharing saves a third.
    const reuseConnections =
      network === undefined &&
      ![...faults.map(service.fault), ...named.map(service.variant)].some(({ wire }) => wire !== undefined)
    const members = [...named.map((name) => service.variant(name).profile ?? {}), options.profile ?? {}]
    const read = await referenceProfile(dialect, network?.url ?? reference.url, members, pack, clock)
    const declared = new Set([...read.declared].filter((key) => options.undeclared?.includes(key) !== true))
    const profile = { ...read, declared }
    const evidence: EvidenceLine[] = []
    const judging = await makeRun({
      registry: pack,
      choices: options.plan,
      profile,
      env: {},
      clock,
      sink: { write: (line) => void evidence.push(line) },
      progress: options.progress ?? silent,
      signal: new AbortController().signal,
      reuseConnections,
      concurrency: options.concurrency,
      ...(options.through !== undefined && { through: options.through }),
      ...(options.replay !== undefined && { replay: options.replay }),
    })
    return { report: makeReport(judging, { file: '', sha256: '', exchanges: judging.exchanges }), evidence }
  } finally {
    await network?.close()
    await reference.close()
  }
}

/** A clock set to ten in the morning (UTC), so that a proof does not depend on the time of day. */
function atTen(clock: Clock): Clock {
  const day = 86_400_000
  const shift = 10 * 3_600_000 - (clock.now() % day)
  return { ...clock, now: () => clock.now() + shift }
}

function firstOf({ reference }: Pack): string {
  return reference.dialects[0] ?? ''
}

/** The published profile of a dialect, pointed at a running reference service; `members` override it in their order. */
export async function referenceProfile(
  dialect: string,
  url: string,
  members: readonly Members[] = [],
  pack: Pack = shipped,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<Profile> {
  return readProfile({
    keys: pack.profile,
    file: specFile(pack.reference.profileFile(dialect)),
    env: {},
    now: new Date(clock.now()),
    // It answers from memory: what a read does not show at once it never shows, and nobody need wait for it.
    overrides: Object.assign({ 'reads.settleSeconds': 0.02 }, ...members.map((each) => flat(each)), {
      'target.url': url,
    }),
  })
}

/** `{a: {b: 1}}` as `{'a.b': 1}`. */
function flat(members: Members, prefix = ''): Record<string, Json> {
  return Object.assign(
    {},
    ...Object.entries(members).map(([name, value]) =>
      isMap(value) ? flat(value, `${prefix}${name}.`) : { [`${prefix}${name}`]: value },
    ),
  )
}
