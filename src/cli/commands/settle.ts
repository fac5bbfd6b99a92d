import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isMap } from '../../profile/mergeProfile.js'
import type { Json, Profile } from '../../profile/profile.js'
import { redactedProfile } from '../../profile/redactedProfile.js'
import { safeJson } from '../../evidence/escapeText.js'
import { evidenceName, resumeEvidenceFile, type EvidenceFile } from '../../evidence/evidenceFile.js'
import { EvidenceError } from '../../evidence/evidenceError.js'
import { formats } from '../../report/formats/index.js'
import { differences } from '../../report/differences.js'
import { readEvidence, type EvidenceReader } from '../../evidence/readEvidence.js'
import { openRunKey, type RunKey } from '../../evidence/runKey.js'
import { whyUnproven } from '../../evidence/seal.js'
import { readSigningKey } from '../../evidence/signature.js'
import { removeReports } from '../../report/writeReports.js'
import type { Plan } from '../../evidence/evidence.js'
import { judgeEvidence } from '../../judge/judgeEvidence.js'
import type { Judging } from '../../judge/judging.js'
import { makeReport } from '../../judge/makeReport.js'
import { preflight } from '../../act/preflight.js'
import { settle } from '../../act/run.js'
import { pack } from '../../pack.js'
import { systemNonce } from '../../client/nonce.js'
import { openTarget } from '../../client/openTarget.js'
import { uncheckedCertificates } from '../../client/uncheckedCertificates.js'
import { CliError } from '../cliError.js'
import { command, type Command } from '../command.js'
import { cutShort } from '../cutShort.js'
import { exitCodes } from '../exitCodes.js'
import { finishRun } from '../finishRun.js'
import type { Io } from '../io.js'
import { flag, text } from '../options.js'
import { warnOf } from '../warnOf.js'
import { readProfileOf } from '../readProfileOf.js'
import { liveProgress } from '../terminal/liveProgress.js'

/** Differences that are said; the first ones say it all. */
const most = 10

export const settleCommand: Command = command({
  options: {
    profile: text('profile', 'profile of the run; the file that the run was given otherwise'),
    target: text('target', 'address in place of target.url of the profile, if the run was given one'),
    sign: text('sign', 'ed25519 private key in PEM to sign the completed report with'),
    quiet: flag('the last lines alone'),
    verbose: flag('a line for each scenario, and all that is untested'),
  },
  positionals: { run: 'folder of a run that left holds ageing' },
  handle: async (given, io) => {
    const signingKey = given.sign === undefined ? undefined : readSigningKey(resolve(io.cwd, given.sign))
    const folder = resolve(io.cwd, given.run)
    const path = join(folder, evidenceName)
    const key = openRunKey(io.env, false)
    // Before anything that the evidence says is acted upon, the name of its profile included.
    const profile = await profileOfRun(await provenPlan(path, key), given, io)
    const read = readEvidence(path)
    const { judging, problems, notes } = await judgeEvidence(read, pack, () => profile)
    const [wrong] = [...problems, ...notes]
    if (wrong !== undefined)
      throw new EvidenceError(wrong, 'settle it with the octospec that made the run, or run again')
    prove(read, key)
    const early = notYet(judging, io)
    if (early !== null) return early
    const names = formats.filter(({ file }) => existsSync(join(folder, file))).map(({ name }) => name)
    const sink: EvidenceFile = resumeEvidenceFile(read, {
      key,
      onOpen: () => removeReports(folder),
      onError: (error) => cut.abort(error),
    })
    const cut = cutShort(io, () => sink.flush())
    warnOf(profile, given, io)
    const progress = liveProgress(io, { ...given, now: () => io.clock.monotonic() })
    try {
      await greet(profile, io)
      await settle(judging, {
        profile,
        clock: io.clock,
        random: systemNonce,
        sink,
        progress,
        signal: cut.signal,
        notes: uncheckedCertificates(profile.target.url, io.env),
      })
      progress.end()
      return await finishRun({ ...given, judging, sink, folder, names, ...(signingKey && { signingKey }) }, io)
    } finally {
      progress.end()
      cut.release()
    }
  },
})

/** @throws CliError where nothing is pending; else says when the first hold is due, unless one is due by now. */
function notYet(judging: Judging, { stdout, clock }: Io): number | null {
  const { pending } = makeReport(judging, { file: evidenceName, sha256: '', exchanges: judging.exchanges })
  if (pending.length === 0) throw new CliError('OCTOSPEC_NOTHING_PENDING', 'this run left no hold ageing')
  const [first = ''] = pending.map(({ dueAt }) => dueAt).sort()
  if (Date.parse(first) <= clock.now()) return null
  stdout.write(`${pending.length} holds are still ageing: come back from ${first} on\n`)
  return exitCodes[3]?.code ?? 3
}

/** A target that is not there must not spoil the evidence of the first visit. */
async function greet(profile: Profile, { clock }: Io): Promise<void> {
  const session = openTarget({ profile, clock, random: systemNonce, onExchange: () => undefined })
  try {
    await preflight(session, profile)
  } finally {
    await session.close()
  }
}

/** The plan of evidence that is proven to be of a run of ours. @throws CliError, EvidenceError */
async function provenPlan(path: string, key: RunKey): Promise<Plan> {
  const read = readEvidence(path)
  let plan: Plan | undefined
  for await (const line of read) if (line.type === 'plan') plan ??= line.plan
  prove(read, key)
  if (plan === undefined) throw new EvidenceError(`${path}: the evidence holds no plan of a run`)
  return plan
}

/** @throws CliError unless every line was written by octospec with this key */
function prove(read: EvidenceReader, key: RunKey): void {
  const why = whyUnproven(read, key)
  if (why !== null)
    throw new CliError('OCTOSPEC_UNPROVEN', `${read.path} is not proven to be of a run of yours: ${why}`)
}

/**
 * The profile of the run. All that is sent follows from the file and the command line: what the evidence says of it is only compared.
 * @throws CliError when it is not the same any more, ProfileError
 */
async function profileOfRun(
  { profile: before }: Plan,
  given: { readonly profile: string | undefined; readonly target: string | undefined },
  io: Io,
): Promise<Profile> {
  const named = isMap(before) && typeof before['file'] === 'string' ? before['file'] : undefined
  const file = given.profile ?? named
  if (file === undefined) throw new EvidenceError('the evidence does not say which profile the run had')
  const overrides = given.target === undefined ? {} : { 'target.url': given.target }
  const profile = await readProfileOf(file, io, overrides)
  // Which name the file has on this visit does not matter.
  const differing = differences(isMap(before) ? { ...before, file } : before, redactedProfile(profile))
  if (differing.length === 0) return profile
  const shown = differing.slice(0, most).map(({ path, said, follows }) => {
    return `${path.join('.')}: the run had ${told(said)}, the profile has ${told(follows)}`
  })
  const more = differing.length > most ? [`and ${differing.length - most} more`] : []
  throw new CliError(
    'OCTOSPEC_PROFILE_CHANGED',
    [`${file} is not the profile that the run was made with`, ...shown, ...more].join('\n'),
    'settle with the profile of the run, and with --target if the run was given one; or run again',
  )
}

function told(value: Json | undefined): string {
  return value === undefined ? 'nothing' : safeJson(value).slice(0, 160)
}
