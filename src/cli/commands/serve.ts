import { pack } from '../../pack.js'
import { specFile } from '../../contract/specFile.js'
import { command, flag, text, texts, whole, word, type Command } from '../command.js'
import { listening, type Io } from '../io.js'

const defaultPort = 4010
const [defaultDialect = ''] = pack.reference.dialects

export const serveCommand: Command = command({
  options: {
    dialect: word('dialect', pack.reference.dialects, 'how it fills what the documents leave open'),
    port: whole('port', 0, 65_535, `${defaultPort} otherwise; 0 takes a free one`),
    host: text('host', 'address to listen at; 127.0.0.1 otherwise'),
    seed: whole('seed', 0, 2_147_483_647, 'whole number that prices and ids follow from'),
    fault: texts('fault', 'break it so; repeatable'),
    variant: texts('variant', 'let it differ legally so; repeatable'),
    history: whole('history', 0, 100_000, 'old bookings that the first reseller has already'),
    'list-faults': flag('print name, clause and title of every fault, one a line, with tabs between'),
    'list-variants': flag('print name, conventions not followed (or -) and title of every variant, likewise'),
  },
  handle: async (given, io) => {
    const { stdout } = io
    if (given['list-faults'] || given['list-variants']) {
      if (given['list-faults'])
        for (const { name, clause, title } of pack.reference.faults) stdout.write(`${name}\t${clause}\t${title}\n`)
      if (given['list-variants'])
        for (const variant of pack.reference.variants)
          stdout.write(`${variant.name}\t${departures(variant)}\t${variant.title}\n`)
      return 0
    }
    const dialect = given.dialect ?? defaultDialect
    const { port = defaultPort, host = '127.0.0.1', seed, history } = given
    const reference = await listening({ host, port }, () =>
      pack.reference.start({
        dialect,
        port,
        host,
        faults: given.fault,
        variants: given.variant,
        ...(seed !== undefined && { seed }),
        ...(history !== undefined && { history }),
      }),
    )
    stdout.write(`the reference service listens at ${reference.url}\n`)
    const target = reference.port === defaultPort ? '' : ` --target ${reference.url}`
    stdout.write(`try: octospec run --profile ${specFile(pack.reference.profileFile(dialect))}${target}\n`)
    await untilSignal(io)
    await reference.close()
    return 0
  },
})

function departures(variant: { readonly warns?: readonly string[] }): string {
  return variant.warns === undefined || variant.warns.length === 0 ? '-' : variant.warns.join(',')
}

export async function untilSignal({ onSignal }: Pick<Io, 'onSignal'>): Promise<void> {
  await new Promise<void>((resolve) => {
    const release = onSignal(() => {
      release()
      resolve()
    })
  })
}
