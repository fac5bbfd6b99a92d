import { recognise, type Recognised, validatePayload } from '../../contract/payload.js'
import { escapeText } from '../../contract/escapeText.js'
import { pack } from '../../pack.js'
import type { Profile } from '../../profile/profile.js'
import { usage } from '../errorCodes.js'
import { command, flag, text, word, type Command } from '../command.js'
import type { Io } from '../io.js'
import { entriesIn, payloadsIn, type FoundPayload } from '../payloads.js'
import { readProfileOf } from '../../library/ownRun.js'
import { styleFor } from '../terminal/liveProgress.js'
import { harExchanges } from '../../recording/harExchanges.js'
import { Recording, type RecordedFinding } from '../../recording/recording.js'
import type { Said } from '../../suite/words.js'

/** Findings of one file that are said; the rest are counted. */
const most = 200

const kinds = Object.keys(pack.payloads)

const { capability } = pack

export const validateCommand: Command = command({
  options: {
    as: word('as', kinds, 'what it is to be; recognised by its members otherwise'),
    [capability.without]: flag(`it was asked for without ${capability.name}`),
    profile: text(
      'profile',
      'of a HAR: the profile of its target, so that each exchange is judged, and each booking through its life',
    ),
  },
  many: { files: 'files of JSON, NDJSON (a payload a line) or HAR; - is standard input' },
  epilogue:
    'Judges what the files hold, and is no verdict on a server. ' +
    'Exit codes: 0 nothing is wrong in them, 1 something is, 2 wrong use.',
  handle: async (given, io) => {
    const { files, as } = given
    const profile = given.profile === undefined ? undefined : await readProfileOf(given.profile, io)
    const asked = given[capability.without] !== true
    const payload = as === undefined ? undefined : pack.payloads[as]
    if (payload !== undefined && !pack.contract.has(payload.schema, { capability: asked }))
      throw usage(`--as ${as ?? ''} and --${capability.without} exclude each other`)
    let wrong = 0
    for (const file of files) wrong += await validateFile(file, { as, capability: asked, profile }, io)
    return wrong === 0 ? 0 : 1
  },
})

interface Asked {
  readonly as: string | undefined
  readonly capability: boolean
  readonly profile: Profile | undefined
}

async function validateFile(file: string, { as, capability, profile }: Asked, io: Io): Promise<number> {
  const entries = profile === undefined ? null : await entriesIn(file, io)
  if (profile !== undefined && entries !== null) return validateRecording(file, entries, profile, io)
  const style = styleFor(io.stdout, io.env)
  const seen = new Map<string, number>()
  let strange = 0
  let wrong = 0
  let recorded = false
  for await (const found of payloadsIn(file, io)) {
    const asked = { capability: capability && found.capability !== false }
    recorded ||= found.isOfOperation !== undefined
    // What the contract has no path for may be anything, such as a hook for tests that answers bookings.
    const payloads = as === undefined && found.isOfOperation === false ? [] : payloadsOf(found, as, asked.capability)
    if (payloads.length === 0) strange += 1
    for (const { kind, pointer: at, value } of payloads) {
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
      const payload = pack.payloads[kind]
      const errors = payload === undefined ? [] : validatePayload(pack.contract, payload, value, asked)
      for (const { pointer, clause, message } of errors) {
        wrong += 1
        if (wrong > most) continue
        const whole = at + pointer === '' ? '(the whole payload)' : escapeText(at + pointer)
        io.stdout.write(
          `${style('red', 'FAIL')}  ${found.place(at + pointer)}  ${whole}  ${clause}\n      ${escapeText(message)}\n`,
        )
      }
    }
  }
  io.stdout.write(`${summary(file === '-' ? 'standard input' : escapeText(file), seen, strange, wrong)}\n`)
  if (seen.size === 0)
    throw usage(
      `nothing in ${file} is of a kind that can be recognised`,
      `give ${recorded ? "--profile FILE, which knows the target's own paths, or " : ''}--as ${kinds.join('|')}`,
    )
  return wrong
}

function payloadsOf({ value }: FoundPayload, as: string | undefined, capability: boolean): readonly Recognised[] {
  return as === undefined
    ? recognise(pack.contract, pack.payloads, value, { capability })
    : [{ kind: as, pointer: '', value }]
}

function summary(name: string, seen: ReadonlyMap<string, number>, strange: number, wrong: number): string {
  const places = `${wrong} ${wrong === 1 ? 'place is' : 'places are'} not as the documents describe`
  const [first, ...others] = [...seen]
  if (first === undefined) return `${name}: nothing to judge: ${strange} of no kind that is known`
  const unjudged = strange === 0 ? '' : `; ${strange} of no kind that is known`
  if (first[1] === 1 && others.length === 0) {
    const [kind] = first
    const article = /^[aeiou]/.test(kind) ? 'an' : 'a'
    const told =
      wrong === 0
        ? `${name} is ${article} ${kind} as the documents describe it`
        : `${name}: ${places} ${article} ${kind}`
    return told + unjudged
  }
  const counts = [...seen].map(([each, of]) => `${of} ${each}`).join(', ')
  return `${name}: ${counts}: ${wrong === 0 ? 'all as the documents describe' : `${places} them`}${unjudged}${wrong > most ? `, the first ${most} of which are named` : ''}`
}

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
    const named = about.map((of) => `; request ${of} is entry ${entryOf.get(of) ?? '?'}`)
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
