import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Exchange } from '../../wire/exchange.js'
import { escapeText } from '../../contract/escapeText.js'
import { faultOf } from '../../contract/messageOf.js'
import { OutputError } from '../../evidence/files.js'
import { pack } from '../../pack.js'
import { startProxy, type Proxy } from '../../proxy/startProxy.js'
import { isLoopback } from '../../profile/credentials.js'
import { Cleaner, type SeenExchange } from '../../recording/cleaner.js'
import { RecordingFile } from '../../evidence/recordingFile.js'
import { shellWord } from '../../report/checkText.js'
import { command, text, whole, type Command } from '../command.js'
import { usage } from '../errorCodes.js'
import { cutShort, listening } from '../io.js'
import { openProfile, warnOfCertificates } from '../profileSource.js'

export const proxyCommand: Command = command({
  options: {
    profile: text('profile', 'YAML file about the target; octospec.yaml otherwise'),
    target: text('target', 'address in place of target.url of the profile'),
    listen: whole('listen', 0, 65_535, 'port of this machine to listen on; 4020 otherwise, 0 takes a free one'),
    host: text('host', 'address to listen on; 127.0.0.1 otherwise, which this machine alone reaches'),
    out: text('out', 'new file for the recording; recording.har otherwise'),
  },
  epilogue: 'Until Ctrl-C. octospec validate judges the recording. Exit codes: 0 it ended, 2 wrong use.',
  handle: async (given, io) => {
    const { stdout, stderr, clock } = io
    const { target, host = '127.0.0.1', listen: port = 4020, out = 'recording.har' } = given
    const { profile } = await openProfile({ reference: false, profile: given.profile, target }, io)
    if (isLoopback(profile.target.url) && new URL(profile.target.url).port === String(port))
      throw usage(`--listen ${port} is the port of the target itself: requests would go round for ever`)
    const file = new RecordingFile(resolve(io.cwd, out))
    const cut = cutShort(io, () => undefined, undefined, 'waiting for what is under way')
    const cleaner = new Cleaner({ profile, pack })
    let [strange, left, full] = [0, 0, false]
    let broken: OutputError | undefined
    const add = (exchange: Exchange | null): void => {
      if (exchange === null) strange += 1
      else if (broken !== undefined) left += 1
      else if (!file.add(exchange)) {
        left += 1
        if (!full) stderr.write('note: the recording is full: what comes now is not in it\n')
        full = true
      }
    }
    const record = (seen: SeenExchange): void => {
      try {
        add(cleaner.clean(seen))
      } catch (error) {
        // Whatever octospec cannot record must go on passing.
        left += 1
        if (error instanceof OutputError) broken = error
        const what = broken ? 'from now on nothing is recorded' : `request ${seen.n} is not recorded`
        stderr.write(`note: ${what}: ${escapeText(faultOf(error))}\n`)
      }
    }
    try {
      const start = (): Promise<Proxy> =>
        startProxy({ target: profile.target.url, host, port, clock, onExchange: record })
      const proxy = await listening({ host, port }, start, 'choose another port with --listen; 0 takes a free one')
      warnOfCertificates(profile, io)
      const { pathname } = new URL(profile.target.url)
      stdout.write(
        `listens at ${proxy.url}${pathname === '/' ? '' : pathname} for ${escapeText(profile.target.url)}: Ctrl-C ends it\n`,
      )
      if (!isLoopback(proxy.url))
        stderr.write(`note: whoever reaches ${host} can send requests to ${escapeText(profile.target.url)} by it\n`)
      if (!cut.signal.aborted) await once(cut.signal, 'abort')
      await proxy.close()
      const unrecorded = [
        ...(strange > 0 ? [`${strange} of no operation of the profile`] : []),
        ...(left > 0 ? [`${left} that could not be written`] : []),
      ]
      stdout.write(
        `recorded ${file.entries} ${file.entries === 1 ? 'exchange' : 'exchanges'}${unrecorded.length > 0 ? `, without ${unrecorded.join(' and ')}` : ''}\n`,
      )
      if (file.entries > 0)
        stdout.write(
          `now: octospec validate --profile ${shellWord(escapeText(given.profile ?? 'octospec.yaml'))} ${shellWord(escapeText(out))}\n`,
        )
      if (broken !== undefined) throw broken
      return 0
    } finally {
      cut.release()
      file.close()
    }
  },
})
