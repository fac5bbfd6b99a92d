import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isMap } from '../../profile/mergeProfile.js'
import type { Json, Profile } from '../../profile/profile.js'
import { readProfile } from '../../profile/readProfile.js'
import { redactedProfile } from '../../profile/redactedProfile.js'
import { escapeText } from '../../evidence/escapeText.js'
import { evidenceName, resumeEvidenceFile } from '../../evidence/evidenceFile.js'
import { EvidenceError } from '../../evidence/evidenceError.js'
import { formats } from '../../report/formats/index.js'
import { readEvidence } from '../../evidence/readEvidence.js'
import { readSigningKey } from '../../evidence/signature.js'
import { removeReports } from '../../report/writeReports.js'
import type { Plan } from '../../evidence/evidence.js'
import { Judging } from '../../judge/judging.js'
import { makeReport } from '../../judge/makeReport.js'
import { preflight } from '../../act/preflight.js'
import { settle } from '../../act/run.js'
import { pack } from '../../pack.js'
import { systemNonce } from '../../client/nonce.js'
import { openTarget } from '../../client/openTarget.js'
import { CliError } from '../cliError.js'
import { command, type Command } from '../command.js'
import { cutShort } from '../cutShort.js'
import { exitCodes } from '../exitCodes.js'
import { finishRun } from '../finishRun.js'
import type { Io } from '../io.js'
import { flag, text } from '../options.js'
import { liveProgress } from '../terminal/liveProgress.js'

export const settleCommand: Command = command({
  options: {
    profile: text('profile', 'profile of the run; the file that the run was given otherwise'),
    sign: text('sign', 'ed25519 private key in PEM to sign the completed report with'),
    quiet: flag('the last lines alone'),
    verbose: flag('a line for each scenario, and all that is untested'),
  },
  positionals: { run: 'folder of a run that left holds ageing' },
  handle: async (given, io) => {
    const signingKey = given.sign === undefined ? undefined : readSigningKey(resolve(io.cwd, given.sign))
    const folder = resolve(io.cwd, given.run)
    const path = join(folder, evidenceName)
    const plan = await readPlan(path)
    const profile = await profileOfRun(plan, given.profile, io)
    const judging = new Judging(plan, profile, pack)
    const cut = cutShort(io, () => sink?.flush())
    let sink: Awaited<ReturnType<typeof resumeEvidenceFile>> | undefined
    const progress = liveProgress(io, { ...given, now: () => io.clock.now() })
    try {
      const names = formats.filter(({ file }) => existsSync(join(folder, file))).map(({ name }) => name)
      sink = await resumeEvidenceFile(path, (line) => void judging.take(line), {
        onOpen: () => removeReports(folder),
        onError: (error) => cut.abort(error),
      })
      const early = notYet(judging, io)
      if (early !== null) return early
      await greet(profile, io)
      await settle(judging, {
        profile,
        clock: io.clock,
        random: systemNonce,
        sink,
        progress,
        signal: cut.signal,
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

/** @throws EvidenceError */
async function readPlan(path: string): Promise<Plan> {
  for await (const line of readEvidence(path)) {
    if (line.type === 'plan') return line.plan
    break
  }
  throw new EvidenceError(`${path}:1: the evidence does not begin with the plan of a run`)
}

/**
 * The profile of the run, with its secrets from the environment again.
 * @throws CliError when it is not the same any more, ProfileError
 */
async function profileOfRun(plan: Plan, given: string | undefined, { env, cwd, clock }: Io): Promise<Profile> {
  const before = plan.profile
  const named = isMap(before) && typeof before['file'] === 'string' ? before['file'] : undefined
  const file = given ?? named
  if (file === undefined) throw new EvidenceError('the evidence does not say which profile the run had')
  const options = { file, env, now: new Date(clock.now()), cwd }
  const fresh = await readProfile(options)
  if (same(before, redactedProfile(fresh))) return fresh
  // The run may have been given --target.
  const url = isMap(before) && isMap(before['target']) ? before['target']['url'] : undefined
  if (typeof url === 'string') {
    const moved = await readProfile({ ...options, overrides: { 'target.url': url } })
    if (same(before, redactedProfile(moved))) return moved
  }
  throw new CliError('OCTOSPEC_PROFILE_CHANGED', `${escapeText(file)} is not the profile that the run was made with`)
}

function same(before: Json, now: Json): boolean {
  const plain = (profile: Json): string =>
    JSON.stringify(isMap(profile) ? { ...profile, file: '', declared: [] } : profile)
  return plain(before) === plain(now)
}
