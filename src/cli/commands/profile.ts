import { command, type Command } from '../command.js'
import { escapeText } from '../../evidence/escapeText.js'
import { readProfileOf } from '../readProfileOf.js'

export const profileCommand: Command = command({
  options: {},
  positionals: { file: 'YAML file about a target' },
  handle: async ({ file }, io) => {
    const { stdout } = io
    const profile = await readProfileOf(file, io)
    const lacking = [
      ...(profile.otherReseller === null ? ['otherReseller'] : []),
      ...(profile.bookable.lateStart === null ? ['bookable.lateStart'] : []),
      ...(profile.clock === null ? ['clock'] : []),
      ...(profile.redeem === null ? ['redeem'] : []),
    ]
    stdout.write(`${escapeText(file)} is a valid profile\n`)
    if (lacking.length > 0) stdout.write(`  it has no ${lacking.join(', ')}: what needs one stays untested\n`)
    return 0
  },
})
