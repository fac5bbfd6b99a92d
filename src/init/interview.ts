import { saysLimited } from '../wire/again.js'
import { isInstant } from '../contract/instant.js'
import type { Clock } from '../wire/clock.js'
import { Stop } from '../wire/stop.js'
import {
  NoService,
  type DescribedOperation,
  type Heard,
  type Interview,
  type LearningBooking,
  type Question,
} from '../suite/interview.js'
import type { Asker } from './asker.js'
import type { AccountHeader } from './credential.js'
import { describedOperations, documentIn, isLongYaml } from './description.js'
import type { OpenDraft } from './draft.js'

/** The needs of a conversation from outside. */
export interface InterviewOptions {
  /** Base address, without a trailing slash. */
  readonly url: string
  readonly asker: Asker
  readonly draft: OpenDraft
  readonly headers: readonly AccountHeader[]
  /** The operations of a description that was given; null: the target is asked for one. */
  readonly description: readonly DescribedOperation[] | null
  /** The headers of the second account; null: there is none. */
  readonly otherHeaders: readonly AccountHeader[] | null
  readonly given: Pick<Interview['given'], 'product' | 'option' | 'day' | 'mayConfirm'>
  readonly mostBookings: number
  readonly nonce: string
  readonly clock: Clock
  readonly choose: Interview['choose']
  /** Told what is or may be booked before each request from the first booking on, so it is written down first. */
  readonly keep: (bookings: readonly LearningBooking[]) => Promise<void>
  readonly say: Interview['say']
}

/** Places below a target's address where it may keep an OpenAPI document. */
const descriptions = ['/openapi.json', '/swagger.json', '/openapi.yaml', '/v3/api-docs', '/api-docs'] as const

/**
 * Begins a conversation: looks for a description, and writes who speaks with whom.
 * @throws NoService where nobody answers
 */
export async function openInterview(options: InterviewOptions): Promise<Interview> {
  const { asker, draft, url, headers, otherHeaders: other } = options
  let isTrusted = false
  let ahead = 0
  const bookings: LearningBooking[] = []

  const writeHeaders = (): void => {
    draft.write(['target', 'url'], url, 'seen', 'it answers there')
    for (const [key, own] of [['target', headers] as const, ['otherReseller', other ?? []] as const])
      for (const part of ['headers', 'query'] as const) {
        const ofPart = own.filter(({ inQuery }) => (inQuery === true) === (part === 'query'))
        if (ofPart.length === 0) continue
        draft.write(
          [key, part],
          Object.fromEntries(ofPart.map(({ name, written }) => [name, written])),
          isTrusted && key === 'target' ? 'seen' : 'assumed',
          key === 'target' && isTrusted ? 'requests with it were accepted' : 'as it was given',
        )
      }
  }
  const send = async (question: Question, own: readonly AccountHeader[]): Promise<Heard> => {
    await keep(question)
    const heard = await asker.ask(question, own, ahead)
    const { method, url: to } = heard.exchange.request
    options.say(
      `${String(heard.n).padStart(3)}  ${method} ${to}  ${heard.status ?? 'no answer'}${heard.words === '' ? '' : `  ${heard.words}`}`,
    )
    return heard
  }
  /** What could not be written down is not sent, but for what ends bookings. */
  const keep = async ({ ends }: Question): Promise<void> => {
    try {
      if (bookings.length > 0) await options.keep(bookings)
    } catch (error) {
      if (ends === true) return
      if (bookings.at(-1)?.n === asker.requests + 1) bookings.pop()
      throw error
    }
  }
  // Logs keep addresses: nobody needs to read a description with what stands in one.
  const open = headers.filter(({ inQuery }) => inQuery !== true)
  const described = options.description ?? (await findDescription(url, (question) => send(question, open), options.say))
  writeHeaders()
  return {
    draft,
    described,
    given: { ...options.given, hasOther: other !== null },
    nonce: options.nonce,
    bookings,
    now: () => options.clock.now() + ahead,
    tellTime: (now) => {
      if (!isInstant(now)) return
      ahead = now - options.clock.now()
    },
    pause: (ms) => options.clock.sleep(ms),
    choose: options.choose,
    say: options.say,
    async ask(question) {
      if (question.other === true)
        return send(question, [
          ...headers.filter((header) => !(other ?? []).some((each) => isLike(each, header))),
          ...(other ?? []),
        ])
      const booking = question.books === undefined ? null : openBooking(question.books)
      const heard = await send(question, headers)
      if (heard.status === 401 && !isTrusted && headers.some(({ inQuery }) => inQuery))
        throw new NoService('what was given for the query is sent no more', heard, 'an answer to it')
      if (heard.accepted && !isTrusted && question.open !== true) {
        isTrusted = true
        writeHeaders()
      }
      if (booking !== null && !heard.accepted && madeNothing(booking, heard))
        bookings.splice(bookings.indexOf(booking), 1)
      return heard
    },
  }

  /** A refusal made nothing, and a failure nothing that is not known by its key. Of anything else that is not known. */
  function madeNothing({ key }: LearningBooking, { status }: Heard): boolean {
    const isKnown = bookings.some((booking) => booking.key === key && booking.id !== null)
    return status !== null && (status < 500 || status === 501 || isKnown)
  }

  function openBooking(key: string): LearningBooking {
    const again = bookings.find((booking) => booking.key === key)
    if (bookings.length >= options.mostBookings && again === undefined)
      throw new Stop(`the ${options.mostBookings} bookings that it may make are made`, 'write the rest by hand')
    if (bookings.some(({ id }) => id === null))
      throw new Stop('a booking was made whose id cannot be read: no further one is made', 'give booking.id by hand')
    const booking: LearningBooking = {
      key,
      id: null,
      ended: false,
      committed: false,
      refusal: null,
      n: asker.requests + 1,
    }
    bookings.push(booking)
    // Should everything end now, the booking is known by what stands on the screen.
    options.say(`     the next may make a booking, with the key ${key}`)
    return booking
  }
}

/** Whether both go to the same place. */
function isLike(one: AccountHeader, another: AccountHeader): boolean {
  return one.inQuery === another.inQuery && one.name.toLowerCase() === another.name.toLowerCase()
}

/** @throws NoService where nobody answers */
async function findDescription(
  url: string,
  send: (question: Question) => Promise<Heard>,
  say: (line: string) => void,
): Promise<readonly DescribedOperation[]> {
  for (const path of descriptions) {
    const heard = await send({ method: 'GET', path })
    if (heard.exchange.failure?.kind === 'too-large') {
      say(`     it is more than octospec reads, so it goes on without: ${heard.words}`)
      continue
    }
    if (heard.status === null) throw new NoService('nobody answers', heard, 'an answer, whatever it says')
    if (saysLimited(heard.exchange.response)) throw new NoService('every request is put off', heard, 'any other answer')
    if (!heard.accepted) continue
    const text = heard.exchange.response?.text ?? ''
    if (heard.json === undefined && isLongYaml(text))
      say(
        `     a description in YAML of ${text.length} characters is more than octospec reads: give it with --openapi FILE`,
      )
    const found = describedOperations(heard.json ?? documentIn(text), url)
    if (found !== null) return found
  }
  return []
}
