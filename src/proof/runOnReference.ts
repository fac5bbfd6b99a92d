import { specFile } from '../contract/specFile.js'
import type { JsonObject } from '../../suites/transfers/reference/json.js'
import {
  findFault,
  findVariant,
  startReference,
  type DialectName,
  type ReferenceOptions,
} from '../../suites/transfers/reference/startReference.js'
import { readProfile } from '../profile/readProfile.js'
import type { Profile } from '../profile/profile.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { makePlan, type PlanOptions } from '../judge/makePlan.js'
import { makeReport } from '../judge/makeReport.js'
import { silent, type Progress } from '../act/progress.js'
import type { Report } from '../judge/report.js'
import { run, type RunOptions } from '../act/run.js'
import { pack } from '../pack.js'
import { systemClock } from '../client/clock.js'
import { systemNonce } from '../client/nonce.js'

/** What is run against what. */
export interface OnReferenceOptions extends ReferenceOptions {
  readonly plan?: PlanOptions
  readonly concurrency?: number
  readonly progress?: Progress
  /** Members over the dialect's profile, in the shape of a profile file; `null` takes one away. */
  readonly profile?: JsonObject
  readonly replay?: RunOptions['replay']
}

export interface OnReference {
  readonly report: Report
  readonly evidence: readonly EvidenceLine[]
}

/**
 * Runs the suites against the reference service, in this process over loopback HTTP, with faults and variants switched on.
 */
export async function runOnReference(options: OnReferenceOptions = {}): Promise<OnReference> {
  const { dialect = 'default', faults = [], variants = [] } = options
  const reference = await startReference(options)
  try {
    const named = [...faults.flatMap((name) => findFault(name).on ?? []), ...variants]
    // What plays with connections must meet the client as it is; nothing else depends on them, and sharing them saves a third.
    const reuseConnections = ![...faults.map(findFault), ...named.map(findVariant)].some(
      ({ wire }) => wire !== undefined,
    )
    const members = [...named.map((name) => findVariant(name).profile ?? {}), options.profile ?? {}]
    const profile = await referenceProfile(dialect, reference.url, members)
    const evidence: EvidenceLine[] = []
    const judging = await run({
      plan: makePlan(profile, pack, systemClock.now(), options.plan),
      profile,
      registry: pack,
      clock: systemClock,
      random: systemNonce,
      sink: { write: (line) => void evidence.push(line) },
      progress: options.progress ?? silent,
      signal: new AbortController().signal,
      reuseConnections,
      ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
      ...(options.replay !== undefined && { replay: options.replay }),
    })
    return { report: makeReport(judging, { file: '', sha256: '', exchanges: judging.exchanges }), evidence }
  } finally {
    await reference.close()
  }
}

/** The published profile of a dialect, pointed at a running reference service, with `members` over it in their order. */
export async function referenceProfile(
  dialect: DialectName,
  url: string,
  members: readonly JsonObject[] = [],
): Promise<Profile> {
  return readProfile({
    file: specFile(dialect === 'partner' ? 'transfers/profiles/partner.yaml' : 'transfers/profiles/reference.yaml'),
    env: {},
    now: new Date(systemClock.now()),
    overrides: Object.assign({}, ...members.map((each) => flat(each)), { 'target.url': url }),
  })
}

/** `{a: {b: 1}}` as `{'a.b': 1}`. */
function flat(members: JsonObject, prefix = ''): Record<string, JsonObject[string]> {
  return Object.assign(
    {},
    ...Object.entries(members).map(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? flat(value, `${prefix}${name}.`)
        : { [`${prefix}${name}`]: value },
    ),
  )
}
