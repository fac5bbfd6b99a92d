import { escapeText } from '../../contract/escapeText.js'
import { recognise, validatePayload } from '../../contract/payload.js'
import { readProfileOf } from '../../library/ownRun.js'
import { pack } from '../../pack.js'
import type { Profile } from '../../profile/profile.js'
import { harExchanges } from '../../recording/harExchanges.js'
import { Recording, type RecordedFinding } from '../../recording/recording.js'
import type { Said } from '../../suite/words.js'
import { plural } from '../../words.js'
import { command, flag, text, word, type Command } from '../command.js'
import { usage } from '../errorCodes.js'
import type { Io } from '../io.js'
import { answersIn, entriesOf, valuesIn, type FoundPayload } from '../payloads.js'
import { styleFor } from '../terminal/liveProgress.js'

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
    'Judges what the files hold, and is no verdict on a server. Exit codes: 0 nothing is wrong in them, 1 something is, 2 wrong use.',
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

/** @returns how many findings are the server's and more than conventions @throws CliError if nothing can be judged */
async function validateFile(file: string, asked: Asked, io: Io): Promise<number> {
  const judge = new PayloadJudge(file, asked, io)
  let [recordings, wrong] = [0, 0]
  for await (const found of valuesIn(file, io)) {
    const entries = entriesOf(found)
    if (entries !== null && asked.profile !== undefined) {
      recordings += 1
      wrong += validateRecording(file, entries, asked.profile, io)
    } else for (const each of entries === null ? [found] : answersIn(entries, file)) judge.take(each)
  }
  return wrong + judge.end(recordings > 0)
}

/** Judges payloads one by one, and says what is wrong with them. */
class PayloadJudge {
  readonly #file: string
  readonly #asked: Asked
  readonly #io: Io
  readonly #seen = new Map<string, number>()
  #strange = 0
  #wrong = 0
  #recorded = false

  constructor(file: string, asked: Asked, io: Io) {
    this.#file = file
    this.#asked = asked
    this.#io = io
  }

  take(found: FoundPayload): void {
    const { as } = this.#asked
    const asked = { capability: this.#asked.capability && found.capability !== false }
    this.#recorded ||= found.isOfOperation !== undefined
    // An answer at a path outside the contract may be anything, such as that of a hook for tests that answers bookings.
    const isAny = as === undefined && found.isOfOperation === false
    const payloads =
      as === undefined
        ? recognise(pack.contract, pack.payloads, found.value, asked)
        : [{ kind: as, pointer: '', value: found.value }]
    if (isAny || payloads.length === 0) this.#strange += 1
    for (const { kind, pointer: at, value } of isAny ? [] : payloads) {
      this.#seen.set(kind, (this.#seen.get(kind) ?? 0) + 1)
      const payload = pack.payloads[kind]
      const errors = payload === undefined ? [] : validatePayload(pack.contract, payload, value, asked)
      for (const { pointer, clause, message } of errors) this.#tell(found, at + pointer, clause, message)
    }
  }

  #tell(found: FoundPayload, pointer: string, clause: string, message: string): void {
    this.#wrong += 1
    if (this.#wrong > most) return
    const { stdout, env } = this.#io
    const whole = pointer === '' ? '(the whole payload)' : escapeText(pointer)
    const word = styleFor(stdout, env)('red', 'FAIL')
    stdout.write(`${word}  ${found.place(pointer)}  ${whole}  ${clause}\n      ${escapeText(message)}\n`)
  }

  /** @param isBeside recordings were judged, so that there need be nothing else in the file */
  end(isBeside: boolean): number {
    if (isBeside && this.#seen.size + this.#strange === 0) return 0
    this.#io.stdout.write(`${this.#file === '-' ? 'standard input' : escapeText(this.#file)}${this.#summary()}\n`)
    if (this.#seen.size === 0 && !isBeside)
      throw usage(
        `nothing in ${this.#file} is of a kind that can be recognised`,
        `give ${this.#recorded ? "--profile FILE, which knows the target's own paths, or " : ''}--as ${kinds.join('|')}`,
      )
    return this.#wrong
  }

  #summary(): string {
    const [first, ...others] = this.#seen
    const strange = `${this.#strange} of no kind that is known`
    if (first === undefined) return `: nothing to judge: ${strange}`
    const [kind, count] = first
    const isOne = count === 1 && others.length === 0
    const named = `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
    const wrong = `${this.#wrong} ${this.#wrong === 1 ? 'place is' : 'places are'} not as the documents describe`
    const counts = [...this.#seen].map(([each, of]) => `${of} ${each}`).join(', ')
    const right = isOne ? ` is ${named} as the documents describe it` : `: ${counts}: all as the documents describe`
    const broken = isOne ? `: ${wrong} ${named}` : `: ${counts}: ${wrong} them`
    return [
      this.#wrong === 0 ? right : broken,
      this.#strange === 0 ? '' : `; ${strange}`,
      this.#wrong > most ? `, the first ${most} of which are named` : '',
    ].join('')
  }
}

/**
 * Judges the traffic of a HAR as a run judges its own, by every check that looks on, and prints what it finds. Breaches
 * by the client are listed apart.
 * @returns how many findings are the server's and more than conventions
 */
function validateRecording(file: string, entries: readonly unknown[], profile: Profile, io: Io): number {
  const { stdout, env, clock } = io
  const style = styleFor(stdout, env)
  const recording = new Recording({ profile, pack, startedAt: clock.now() })
  const exchanges = harExchanges(entries)
  const entryOf = new Map(exchanges.map(({ entry, seen }) => [seen.n, entry]))
  const said = { FAIL: 0, WARN: 0, CLIENT: 0 }
  const colors = { FAIL: 'red', WARN: 'yellow', CLIENT: 'yellow' } as const
  const isFull = (): boolean => said.FAIL + said.WARN + said.CLIENT > most
  const say = (
    word: keyof typeof said,
    n: number | null,
    place: string | null,
    found: Said & { clause: string },
  ): void => {
    said[word] += 1
    if (isFull()) return
    const { clause, message, about = [] } = found
    const entry = n === null ? '' : `, entry ${entryOf.get(n) ?? '?'}`
    const at = place === null || place === '' ? '' : `  ${escapeText(place)}`
    // A HAR has entries: nobody could look up by which number they were judged.
    const named = about.map((of) => `; request ${of} is entry ${entryOf.get(of) ?? '?'}`).join('')
    const head = `${style(colors[word], word)}  ${escapeText(file)}${entry}${at}  ${clause}`
    stdout.write(`${head}\n      ${escapeText(message)}${named}\n`)
  }
  const sayFound = (found: readonly RecordedFinding[]): void => {
    for (const { clause, outcome, finding } of found)
      say(outcome === 'fail' ? 'FAIL' : 'WARN', finding.exchange, finding.pointer, { ...finding, clause })
  }
  for (const { seen } of exchanges) {
    const { client, server } = recording.take(seen)
    for (const breach of client) say('CLIENT', seen.n, breach.place, breach)
    sayFound(server)
  }
  sayFound(recording.end())
  const judged = exchanges.length - recording.strange
  if (judged === 0)
    throw usage(
      `no entry of ${file} is of an operation of the profile`,
      'see target.url and the operations of the profile',
    )
  const parts = [
    `${plural(said.FAIL, 'finding')} of the server`,
    ...(said.WARN > 0 ? [`${plural(said.WARN, 'convention is', 'conventions are')} not followed`] : []),
    ...(said.CLIENT > 0 ? [`${plural(said.CLIENT, 'request')} of the client that the documents rule out`] : []),
    ...(recording.strange > 0 ? [`${recording.strange} of no operation`] : []),
    ...(isFull() ? [`the first ${most} are named`] : []),
  ]
  stdout.write(`${escapeText(file)}: ${plural(judged, 'exchange')}: ${parts.join('; ')}\n`)
  return said.FAIL
}
