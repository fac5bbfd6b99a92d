import { escapeText } from '../contract/escapeText.js'
import { pack } from '../pack.js'
import type { Profile } from '../profile/profile.js'
import { harExchanges } from '../recording/harExchanges.js'
import { Recording, type RecordedFinding } from '../recording/recording.js'
import { usage } from './errorCodes.js'
import type { Io } from './io.js'
import { styleFor } from './terminal/style.js'
import type { Said } from '../suite/say.js'

/** Findings of one file that are said; the rest are counted. */
const most = 200

/**
 * Judges the traffic of a HAR as a run judges its own, by every check that looks on, and says what it finds, the client's breaches apart.
 * @returns how many findings are of the server's and more than a convention
 */
export function validateRecording(file: string, entries: readonly unknown[], profile: Profile, io: Io): number {
  const { stdout, env, clock } = io
  const style = styleFor(stdout, env)
  const name = escapeText(file)
  const recording = new Recording({ profile, pack, startedAt: clock.now() })
  const exchanges = harExchanges(entries)
  const entryOf = new Map(exchanges.map(({ entry, seen }) => [seen.n, entry]))
  let [wrong, warned, client, said] = [0, 0, 0, 0]
  const say = (
    word: string,
    n: number | null,
    place: string | null,
    clause: string,
    { message, about = [] }: Said,
  ): void => {
    said += 1
    if (said > most) return
    const entry = n === null ? '' : `, entry ${entryOf.get(n) ?? '?'}`
    const at = place === null || place === '' ? '' : `  ${escapeText(place)}`
    // A HAR has entries: nobody could look up by which number they were judged.
    const named = about.map((of) => `; exchange ${of} is entry ${entryOf.get(of) ?? '?'}`)
    stdout.write(`${word}  ${name}${entry}${at}  ${clause}\n      ${escapeText(message)}${named.join('')}\n`)
  }
  const sayFound = (found: readonly RecordedFinding[]): void => {
    for (const { clause, outcome, finding } of found) {
      if (outcome === 'fail') wrong += 1
      else warned += 1
      const word = outcome === 'fail' ? style('red', 'FAIL') : style('yellow', 'WARN')
      say(word, finding.exchange, finding.pointer, clause, finding)
    }
  }
  for (const { seen } of exchanges) {
    const taken = recording.take(seen)
    client += taken.client.length
    for (const breach of taken.client) say(style('yellow', 'CLIENT'), seen.n, breach.place, breach.clause, breach)
    sayFound(taken.server)
  }
  sayFound(recording.end())
  const judged = exchanges.length - recording.strange
  if (judged === 0)
    throw usage(
      `no entry of ${file} is of an operation of the profile`,
      'see target.url and the operations of the profile',
    )
  const parts = [
    `${wrong} ${wrong === 1 ? 'finding' : 'findings'} of the server`,
    ...(warned > 0 ? [`${warned} ${warned === 1 ? 'convention is' : 'conventions are'} not followed`] : []),
    ...(client > 0
      ? [`${client} ${client === 1 ? 'request' : 'requests'} of the client that the documents rule out`]
      : []),
    ...(recording.strange > 0 ? [`${recording.strange} of no operation`] : []),
    ...(said > most ? [`the first ${most} are named`] : []),
  ]
  stdout.write(`${name}: ${judged} ${judged === 1 ? 'exchange' : 'exchanges'}: ${parts.join('; ')}\n`)
  return wrong
}
