import { uncheckedCertificates } from '../../client/uncheckedCertificates.js'
import { destinations } from '../../profile/destinations.js'
import { pack } from '../../pack.js'
import { command, type Command } from '../command.js'
import { envFile, withEnvFile } from '../envFile.js'
import { escapeText } from '../../contract/escapeText.js'
import { readProfileOf } from '../../library/readProfileOf.js'

export const profileCommand: Command = command({
  options: { 'env-file': envFile },
  positionals: { file: 'YAML file about a target' },
  handle: async ({ file, ...given }, outer) => {
    const io = withEnvFile(given['env-file'], outer)
    const { stdout, env } = io
    const profile = await readProfileOf(file, io)
    const lacking = Object.values(pack.needs).flatMap((need) =>
      need.outcome === 'not-applicable' || need.has(profile) ? [] : [need.key],
    )
    stdout.write(`${escapeText(file)} is a valid profile\n`)
    for (const line of destinations(profile)) stdout.write(`  ${escapeText(line, 2000)}\n`)
    for (const warning of uncheckedCertificates(profile, env)) stdout.write(`  warning: ${warning}\n`)
    if (lacking.length > 0) stdout.write(`  it has no ${lacking.join(', ')}: what needs one stays untested\n`)
    return 0
  },
})
