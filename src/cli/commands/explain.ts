import { closestWord } from '../../profile/closestWord.js'
import { escapeText } from '../../contract/escapeText.js'
import { CliError } from '../cliError.js'
import { command, type Command } from '../command.js'
import { explanations } from '../explanations.js'

export const explainCommand: Command = command({
  options: {},
  positionals: { id: 'of a clause, check, gap, observation, outcome, verdict, level, error code or exit code' },
  handle: async ({ id }, { stdout }) => {
    const known = explanations()
    // "exit 3", "exit-code 3" and "exit3" are what people write of a log.
    const wanted = /^exit[\s-]*(?:code[\s-]*)?(\d+)$/i.exec(id)?.[1] ?? id
    const explain = known.get(wanted)
    if (explain !== undefined) {
      stdout.write(`${explain().join('\n')}\n`)
      return 0
    }
    // Of a clause, people know the name more often than the section.
    const ending = [...known.keys()].filter((each) => each.endsWith(`/${wanted}`) || each.endsWith(`.${wanted}`))
    const nearest = ending[0] ?? closestWord(wanted, known.keys())
    throw new CliError(
      'OCTOSPEC_UNKNOWN_ID',
      `nothing has the id '${escapeText(id)}'`,
      nearest === undefined ? undefined : `did you mean ${nearest}?`,
    )
  },
})
