import { join } from 'node:path'
import { escapeText } from '../contract/escapeText.js'
import { readPointer } from '../contract/json.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { hashFile, OutputError, writeWhole } from '../evidence/files.js'
import type { Report } from '../judge/report.js'
import { unstartedReport } from '../judge/makeReport.js'
import type { Json, Profile } from '../profile/profile.js'
import { redactedProfile } from '../profile/recordedProfile.js'
import { pack } from '../pack.js'
import { reportBefore } from '../report/reportFile.js'
import { beginFiles, endFiles, filesOf, setAside, type SetAside, writeReports } from '../report/runFiles.js'
import { openReportFolder, type ReportFolder } from '../report/reportFolder.js'
import { tellGithub, comeBackWith, toldBy, shownPath } from './finishRun.js'
import type { Io } from './io.js'

export interface OutFolderOptions {
  /** As given with `--out`. */
  readonly out: string | undefined
  readonly names: readonly string[]
  /** As given with `--target`. */
  readonly target: string | undefined
}

/** The folder that a run writes into: known from the beginning where `--out` names it, else once the target is. */
export interface OutFolder {
  /** The last report on this target: the one in the folder, or that of the youngest new folder in `reports/`. */
  before(profile: Profile): Report | undefined
  /** Takes what an earlier run left there away, and gives the folder. @throws OutputError, FolderInUse */
  begin(targetUrl: string): string
  /** Takes away again what the run has written, as nobody asked where that would be. */
  forget(): void
  reported(): void
  /** Writes reports that say why the run did not start, so that none of an earlier run is taken for this one's. */
  unstarted(why: string): Promise<void>
  close(): void
}

/** @throws OutputError, FolderInUse */
export function outFolder({ out, names, target }: OutFolderOptions, io: Io): OutFolder {
  const open = (targetUrl: string): ReportFolder =>
    openReportFolder({ cwd: io.cwd, out, targetUrl, now: io.clock.now() })
  const files = filesOf(names)
  let folder = out === undefined ? null : open('')
  let begun = false
  let told = false
  const begin = (path: string): void => {
    const aside = setAside(path, files, pack, io.clock.now())
    if (aside !== null) io.stderr.write(`${escapeText(asideNote(aside, io.cwd), 1000)}\n`)
    for (const name of beginFiles(path, files))
      io.stderr.write(`note: ${escapeText(join(path, name))} stays: it is not what octospec wrote any more\n`)
    begun = true
  }
  return {
    before: (profile) => {
      const shown = readPointer<Json>(redactedProfile(profile, pack.profile), '/target/url')
      return reportBefore(io.cwd, out, profile, typeof shown === 'string' ? shown : undefined)
    },
    begin(targetUrl) {
      folder ??= open(targetUrl)
      begin(folder.path)
      return folder.path
    },
    reported: () => {
      told = true
    },
    forget() {
      if (folder === null) return
      beginFiles(folder.path, [])
      endFiles(folder.path)
    },
    async unstarted(why) {
      if (told) return
      const made = { target, startedAt: io.clock.now(), evidence: { file: evidenceName, sha256: '', exchanges: 0 } }
      const report = unstartedReport(why, pack.contract, made)
      for (const line of await tellGithub(report, [], io)) io.stdout.write(`${line}\n`)
      if (folder === null || out === undefined) return
      try {
        if (!begun) begin(folder.path)
        const path = join(folder.path, evidenceName)
        await writeWhole(path, '')
        const evidence = { ...report.evidence, sha256: await hashFile(path) }
        await writeReports(folder.path, pack.contract, { ...report, evidence }, names)
        endFiles(folder.path)
      } catch (error) {
        if (!(error instanceof OutputError)) throw error
        if (error.message !== why) io.stderr.write(`note: ${escapeText(error.message)}\n`)
      }
    },
    close: () => folder?.close(),
  }
}

/** What became of the run before in a folder, in one line: why it is kept, where, and what comes back to it. */
export function asideNote({ path, command, pending, bookings }: SetAside, cwd: string): string {
  const shown = shownPath(cwd, path)
  const left = [
    ...(pending === 0
      ? []
      : [`${pending} ${pending === 1 ? 'scenario' : 'scenarios'} that octospec resume goes on with`]),
    ...(bookings === null || bookings === 0
      ? []
      : [`${bookings} ${bookings === 1 ? 'booking that is' : 'bookings that are'} not known to be ended`]),
  ]
  const why =
    bookings === null
      ? 'the run before has no report that can be read, and may have left bookings'
      : `the run before left ${left.join(' and ')}`
  const words = ['octospec', 'run', ...toldOfTarget(command ?? [])]
  const back = bookings === null ? comeBackWith(shown, words, '--cancel-all') : comeBackWith(shown, words)
  return `note: ${why}: it is kept in ${shown}${back === null ? '' : `, for ${back}`}`
}

/** Anybody may have written the evidence, and its shown line will be run: it takes only the address of a server. */
function toldOfTarget(command: readonly string[]): readonly string[] {
  const told = toldBy(command, '--target')
  return told[1] !== undefined && isAddress(told[1]) ? told : []
}

function isAddress(text: string): boolean {
  if (!/^https?:\/\/[\w.:[\]/%~-]{1,300}$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
