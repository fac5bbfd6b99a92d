import { once } from 'node:events'
import { join } from 'node:path'
import { readAddress } from '../../client/readAddress.js'
import { escapeText } from '../../contract/escapeText.js'
import { faultOf } from '../../contract/faultOf.js'
import { evidenceFile, evidenceName } from '../../evidence/evidenceFile.js'
import { pack } from '../../pack.js'
import { startProxy, type Proxy } from '../../proxy/startProxy.js'
import { isLoopback } from '../../profile/isLoopback.js'
import { defaultFormats } from '../../report/formats/index.js'
import { Recording, type LiveFinding, type SeenExchange, type Taken } from '../../recording/recording.js'
import { command, type Command } from '../command.js'
import { usage } from '../cliError.js'
import { cutShort, type CutShort } from '../cutShort.js'
import { finishRun } from '../finishRun.js'
import type { Io } from '../io.js'
import { listening } from '../listening.js'
import { flag, text, whole } from '../options.js'
import { outFolder } from '../outFolder.js'
import { openProfile } from '../profileSource.js'
import { reportNames } from '../reportNames.js'
import { styleFor } from '../terminal/style.js'
import { warnOfCertificates } from '../warnOfCertificates.js'

export const proxyCommand: Command = command({
  options: {
    profile: text('profile', 'YAML file about the target; octospec.yaml otherwise'),
    target: text('target', 'address in place of target.url of the profile'),
    listen: whole('listen', 0, 65_535, 'port of this machine to listen on; 4020 otherwise, 0 takes a free one'),
    host: text('host', 'address to listen on; 127.0.0.1 otherwise, which this machine alone reaches'),
    enforce: flag('answer 502 with the finding in place of an answer that breaks a clause'),
    strict: flag('a convention that is broken fails'),
    out: text('out', 'folder for the report; a new one in reports/ otherwise'),
    report: reportNames,
    quiet: flag('the last lines alone'),
    verbose: flag('a line for each exchange'),
  },
  epilogue: 'Until Ctrl-C. Exit codes: 0 nothing of what was seen is broken, 1 something is, 2 wrong use.',
  handle: async (given, io) => {
    const { out, target, quiet, verbose, strict } = given
    const names = given.report.length > 0 ? given.report : defaultFormats
    const { profile } = await openProfile({ reference: false, profile: given.profile, target }, io)
    const folder = outFolder({ out, names, target }, io)
    const { clock } = io
    const { host = '127.0.0.1', listen: port = 4020 } = given
    if (isLoopback(profile.target.url) && new URL(profile.target.url).port === String(port))
      throw usage(`--listen ${port} is the port of the target itself: requests would go round for ever`)
    let cut: CutShort | undefined
    try {
      const path = folder.begin(profile.target.url)
      // Not sealed: the bookings are those of customers, which nobody may come back to and cancel.
      const sink = evidenceFile(join(path, evidenceName), {
        onError: ({ message }) => io.stderr.write(`note: from now on nothing is recorded: ${escapeText(message)}\n`),
      })
      cut = cutShort(io, () => sink.flush())
      const startedAt = clock.now()
      const began = clock.monotonic()
      const recording = new Recording({ profile, pack, sink, startedAt, choices: { strict } })
      const take = (seen: SeenExchange): Taken => {
        try {
          const taken = recording.take(seen)
          if (!quiet) tell(seen, taken, verbose, io)
          return taken
        } catch (error) {
          // Whatever octospec cannot judge must go on passing.
          io.stderr.write(`note: exchange ${seen.n} could not be judged: ${escapeText(faultOf(error))}\n`)
          return { purpose: null, server: [], client: [] }
        }
      }
      const start = (): Promise<Proxy> =>
        startProxy({
          target: profile.target.url,
          host,
          port,
          clock,
          onExchange: take,
          ...(given.enforce && {
            enforce: (seen: SeenExchange) => {
              const broken = take(seen).server.filter(({ outcome }) => outcome === 'fail')
              return broken.length === 0 ? null : broken.map(sentence).join('; ')
            },
          }),
        })
      const proxy = await listening({ host, port }, start, 'choose another port with --listen; 0 takes a free one')
      warnOfCertificates(profile, io)
      const { pathname } = new URL(profile.target.url)
      io.stdout.write(
        `listens at ${proxy.url}${pathname === '/' ? '' : pathname} for ${escapeText(profile.target.url)}: Ctrl-C ends it and writes the report\n`,
      )
      if (!isLoopback(proxy.url))
        io.stderr.write(`note: whoever reaches ${host} can send requests to ${escapeText(profile.target.url)} by it\n`)
      if (!cut.signal.aborted) await once(cut.signal, 'abort')
      await proxy.close()
      const late = recording.end(clock.monotonic() - began)
      if (!quiet) for (const each of late) tellFinding(each, io)
      folder.reported()
      const showing = { quiet, verbose, names }
      return await finishRun({ ...showing, judging: recording.judging, sink, folder: path }, io)
    } finally {
      cut?.release()
      folder.close()
    }
  },
})

function tell({ n, request, response, durationMs }: SeenExchange, taken: Taken, verbose: boolean, io: Io): void {
  const { stdout, env } = io
  const style = styleFor(stdout, env)
  const told = taken.server.length + taken.client.length > 0
  if (verbose || told) {
    const what = `${n} ${request.method} ${escapeText(readAddress(request.url).pathname, 120)}`
    const came = response === null ? 'no answer' : `HTTP ${response.status}`
    stdout.write(style('dim', `${what}  ${taken.purpose ?? 'no operation'}  ${came}  ${Math.round(durationMs)} ms\n`))
  }
  for (const { message, place, clause } of taken.client)
    stdout.write(
      `  ${style('yellow', 'CLIENT')}  ${place === null ? '' : `${escapeText(place)}  `}${clause}  ${escapeText(message)}\n`,
    )
  for (const each of taken.server) tellFinding(each, io)
}

function tellFinding(found: LiveFinding, { stdout, env }: Io): void {
  const style = styleFor(stdout, env)
  const shown = found.outcome === 'fail' ? style('red', 'SERVER') : style('yellow', 'server')
  stdout.write(`  ${shown}  ${escapeText(sentence(found))}\n`)
}

function sentence({ check, clause, finding: { message, pointer } }: LiveFinding): string {
  return `${check} [${clause}]: ${message}${pointer === null || pointer === '' ? '' : ` at ${pointer}`}`
}
