import { join } from 'node:path'
import type { Clock } from '../wire/clock.js'
import type { KnownSecrets } from '../wire/secrets.js'
import { secretsOf } from '../wire/credentials.js'
import { pack } from '../pack.js'
import type { Json, Profile } from '../profile/profile.js'
import { readProfile, type ReadProfileOptions } from '../profile/readProfile.js'
import { safeJson } from '../contract/escapeText.js'
import { EvidenceError, type Plan } from '../evidence/evidence.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { type EvidenceReader, readEvidence } from '../evidence/readEvidence.js'
import { openRunKey, provenLines, type RunKey, whyUnproven } from '../evidence/seal.js'
import { judgeEvidence } from '../judge/judgeEvidence.js'
import type { Judging } from '../judge/judging.js'
import { isMap } from '../profile/jsonMap.js'
import { redactedProfile } from '../profile/recordedProfile.js'
import { differences } from '../report/verifyRun.js'
import type { Pack } from '../suite/pack.js'
import type { Report } from '../judge/report.js'
import { readReport, ReportError } from '../report/reportFile.js'

/** What reading a profile, and coming back to a run, need of the world. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Folder that paths are relative to. */
  readonly cwd: string
  /** Secrets that must not be printed: a profile that is read adds its own. */
  readonly secrets: KnownSecrets
}

/**
 * The profile in a file that the user names. From then on, nothing that is printed holds a secret of it.
 * @throws ProfileError
 */
export async function readProfileOf(
  file: string,
  { env, clock, cwd, secrets }: World,
  overrides: NonNullable<ReadProfileOptions['overrides']> = {},
): Promise<Profile> {
  const now = new Date(clock.now())
  const profile = await readProfile({
    keys: pack.profile,
    file,
    env,
    now,
    cwd,
    overrides,
    onSecrets: (each) => secrets.add(each),
  })
  secrets.add(secretsOf(profile, pack.requests))
  return profile
}

/** What is no run of this user's own, or not to be come back to with what was given: what happened, and what to do. */
export class OwnRunError extends Error {
  override readonly name = 'OwnRunError'
  readonly code: 'OCTOSPEC_UNPROVEN' | 'OCTOSPEC_PROFILE_CHANGED' | 'OCTOSPEC_USAGE'
  /** What there is to do about it, where that is not always the same. */
  readonly remedy: string | undefined

  constructor(code: OwnRunError['code'], message: string, remedy?: string) {
    super(message)
    this.code = code
    this.remedy = remedy
  }
}

/** Differences that are said; the first ones say it all. */
const most = 10

/** An earlier run of this user, to come back to. */
export interface OwnRun {
  readonly profile: Profile
  readonly judging: Judging
  readonly read: EvidenceReader
  readonly key: RunKey
}

export interface OwnRunOptions {
  readonly profile: string | undefined
  readonly target: string | undefined
  /** Whether the proven beginning of evidence will do, as for a killed run, which is not proven to its end. */
  readonly beginning?: boolean
  /** By whose checks it is judged; the shipped pack unless given. */
  readonly registry?: Pack
}

/** Opens a run of this user's own, proven. @throws OwnRunError, EvidenceError, ProfileError, RunKeyError */
export async function ownRun(folder: string, options: OwnRunOptions, io: World): Promise<OwnRun> {
  const path = join(folder, evidenceName)
  const key = openRunKey(io.env, false)
  // Before anything that the evidence says is acted upon, the name of its profile included.
  const { plan, lines } = await provenPlan(path, key, options.beginning === true)
  const profile = await profileOfRun(plan, options, io)
  const read = readEvidence(path, lines)
  const { judging, problems, notes } = await judgeEvidence(read, options.registry ?? pack, () => profile)
  const [wrong] = [...problems, ...notes]
  if (wrong !== undefined) throw new EvidenceError(wrong, 'come back with the octospec that made the run, or run again')
  prove(read, key)
  return { profile, judging, read, key }
}

/** The plan of evidence that is proven to be our run's, and its number of lines. @throws OwnRunError, EvidenceError */
async function provenPlan(
  path: string,
  key: RunKey,
  beginning: boolean,
): Promise<{ readonly plan: Plan; readonly lines: number }> {
  const read = readEvidence(path)
  let plan: Plan | undefined
  for await (const line of read) if (line.type === 'plan') plan ??= line.plan
  const lines = beginning ? provenLines(read, key) : 0
  if (lines === 0) prove(read, key)
  if (plan === undefined) throw new EvidenceError(`${path}: the evidence holds no plan of a run`)
  return { plan, lines: lines === 0 ? read.lines : lines }
}

/** @throws OwnRunError unless every line was written by octospec with this key */
function prove(read: EvidenceReader, key: RunKey): void {
  const why = whyUnproven(read, key)
  if (why !== null)
    throw new OwnRunError('OCTOSPEC_UNPROVEN', `${read.path} is not proven to be of a run of yours: ${why}`)
}

/**
 * The profile of the run. Requests follow only from the file and the command line; evidence is only compared with it.
 * @throws OwnRunError when it is not the same any more, ProfileError
 */
async function profileOfRun({ profile: before, command }: Plan, given: OwnRunOptions, io: World): Promise<Profile> {
  if (given.profile === undefined && command?.includes('--reference') === true)
    throw new OwnRunError(
      'OCTOSPEC_USAGE',
      'the run was on the embedded reference service, which ended with it',
      'run again, or come back to a run on a target',
    )
  const named = isMap(before) && typeof before['file'] === 'string' ? before['file'] : undefined
  const file = given.profile ?? named
  if (file === undefined) throw new EvidenceError('the evidence does not say which profile the run had')
  const overrides = given.target === undefined ? {} : { 'target.url': given.target }
  const profile = await readProfileOf(file, io, overrides)
  // Which name the file has on this visit does not matter.
  const differing = differences(isMap(before) ? { ...before, file } : before, redactedProfile(profile, pack.profile))
  if (differing.length === 0) return profile
  const shown = differing.slice(0, most).map(({ path, said, follows }) => {
    return `${path.join('.')}: the run had ${told(said)}, the profile has ${told(follows)}`
  })
  const more = differing.length > most ? [`and ${differing.length - most} more`] : []
  throw new OwnRunError(
    'OCTOSPEC_PROFILE_CHANGED',
    [`${file} is not the profile that the run was made with`, ...shown, ...more].join('\n'),
    'come back with the profile of the run, and with --target if the run was given one; or run again',
  )
}

function told(value: Json | undefined): string {
  return value === undefined ? 'nothing' : safeJson(value).slice(0, 160)
}

/** The report in the folder of a run; undefined: none that can be read. */
export function reportIn(folder: string): Report | undefined {
  try {
    return readReport(folder, folder)
  } catch (error) {
    if (error instanceof ReportError) return undefined
    throw error
  }
}
