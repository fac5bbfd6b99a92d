import { escapeText } from '../../contract/escapeText.js'
import { closestWord } from '../../profile/closestWord.js'
import { pack } from '../../pack.js'
import { CliError, usage } from '../errorCodes.js'
import { command, type Command } from '../command.js'
import { explanations } from '../explanations.js'
import { levels, listClauses, listChecks } from '../listed.js'
import { flag, text, texts, word } from '../options.js'

const { capability } = pack

const options = {
  clauses: flag('print the clauses of the documents, one a line'),
  section: text('section', 'with --clauses: this section of the documents alone, with those below it'),
  level: word('level', levels, 'with --clauses: this level alone'),
  coverage: flag('with --clauses: the checks of each, or why it has none; exit 1 where a clause has neither'),
  checks: flag('print the checks that a run judges, one a line'),
  only: texts('only', 'with --checks: these checks or clauses, as a run takes them; repeatable'),
  effort: word('effort', ['smoke', 'low', 'normal', 'high'], 'with --checks: those of such a run'),
  contract: flag('print the contract as an OpenAPI document'),
  profile: text('profile', 'with --contract: YAML file about the target that fills the gaps'),
  [capability.without]: flag(`with --contract: without what ${capability.name} adds`),
  json: flag('with --clauses and --contract: as JSON'),
}

export const explainCommand: Command = command({
  options,
  many: {
    ids: 'of a clause, check, gap, observation, outcome, verdict, level, error code, exit code, or a key of the profile',
  },
  handle: async (given, io) => {
    const { ids, clauses, checks, contract, only, effort = 'normal' } = given
    if ([ids.length > 0, clauses, checks, contract].filter(Boolean).length !== 1)
      throw usage('octospec explain takes an id, --clauses, --checks or --contract, one of them')
    if (clauses) return listClauses(given, io)
    if (checks) return listChecks({ only, effort }, io)
    if (contract) {
      // What reads OpenAPI documents is large.
      const { printContract } = await import('../printContract.js')
      const without = given[capability.without] === true
      return printContract({ profile: given.profile, json: given.json, capability: !without }, io)
    }
    io.stdout.write(ids.map((id) => `${linesOf(id).join('\n')}\n`).join('\n'))
    return 0
  },
})

/** @throws CliError where nothing has the id */
function linesOf(id: string): readonly string[] {
  const known = explanations()
  // "exit 3", "exit-code 3" and "exit3" are what people write of a log.
  const wanted = /^exit[\s-]*(?:code[\s-]*)?(\d+)$/i.exec(id)?.[1] ?? id
  const explain = known.get(wanted)
  if (explain !== undefined) return explain()
  // Of a clause, people know the name more often than the section.
  const ending = [...known.keys()].filter((each) => each.endsWith(`/${wanted}`) || each.endsWith(`.${wanted}`))
  const nearest = ending[0] ?? closestWord(wanted, known.keys())
  throw new CliError(
    'OCTOSPEC_UNKNOWN_ID',
    `nothing has the id '${escapeText(id)}'`,
    nearest === undefined ? undefined : `did you mean ${nearest}?`,
  )
}
