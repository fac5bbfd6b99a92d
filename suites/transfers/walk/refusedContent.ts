import {
  type Answer,
  answeredAlike,
  escapeText,
  operationOf,
  serverWords,
  type Target,
  WalkFault,
} from '../vocabulary/index.js'
import type { Walker } from './routed.js'

/** What of a refusal is about a state, an account or the pace, and not about what the request says. */
const otherwise: ReadonlySet<number> = new Set([401, 403, 405, 409, 410, 429])

/**
 * Nothing, unless the server itself says that it does not know what the profile alone names, or that it wants what the profile alone
 * adds. A refusal that says neither may be that of a broken server, and is the run's to judge.
 * @throws WalkFault
 */
export async function refusedContent(answer: Answer, { target }: Pick<Walker, 'target'>): Promise<void> {
  const { status, profile, exchange } = answer
  const name = operationOf(exchange)
  if (name === null || status === null || status < 400 || status > 499 || otherwise.has(status)) return
  const words = serverWords(exchange.response)
  const { productId, optionId } = profile.bookable.standard
  const refused = {
    code: 'OCTOSPEC_WRONG_PROFILE',
    what: `${name} was refused: ${escapeText(words, 300)}`,
    answer,
    remedy: 'mend the key in the profile, then try again with octospec doctor',
  } as const
  const unknown = unknownThing.exec(words)
  const thing = unknown?.[1] ?? unknown?.[2]
  if (thing !== undefined) {
    if (name === 'availability' && (await knowsNothing(answer, target))) return
    throw new WalkFault({
      ...refused,
      looked: `product ${escapeText(productId, 80)}, option ${escapeText(optionId, 80)} (bookable.standard)`,
      there: `the server does not know the ${thing.toLowerCase()}`,
      write: 'bookable: { standard: { productId: ..., optionId: ... } }',
      server: 'only if it has that product and option: which there are, only the profile says',
    })
  }
  const member = wantedMember(words, answer)
  if (member === null) return
  throw new WalkFault({
    ...refused,
    looked: `what operations.${name} and bookable.standard make of the request`,
    there: `the server says that ${escapeText(member, 80)} is not as it wants it`,
    write: `operations: { ${name}: { body: { ${escapeText(member, 80)}: ... } } }${name === 'transfers' ? '' : `, or bookable.standard.${name} for this product alone`}`,
    server:
      name === 'availability'
        ? 'hardly: the documents do not show this request, so the profile says what is in it'
        : `the documents list what ${name === 'reserve' ? 'a reservation' : `a request to ${name}`} carries, and not that: ask its makers; a profile may add what a target wants`,
  })
}

/**
 * Whether the server says the same of the other thing that the profile names: that both are wrong is less likely than that it knows
 * nothing at all, and is at least not certain.
 */
async function knowsNothing(answer: Answer, target: Target): Promise<boolean> {
  const [other] = answer.profile.bookable.lateStart
  return other !== undefined && answeredAlike(answer, await target.availability({}, { bookable: other }))
}

/** A member that the words name and the profile alone is to fill; fields that the documents name are the server's own matter. */
function wantedMember(words: string, { exchange, profile }: Answer): string | null {
  const name = operationOf(exchange)
  const operation = name === null ? null : profile.operations[name]
  if (operation === null) return null
  const places = Object.values(operation.fields)
  const documented = new Set([
    ...Object.keys(operation.fields),
    ...places.map((place) => (place.in === 'body' ? (place.pointer.split('/')[1] ?? '') : place.name)),
  ])
  const missing = missingThing.exec(words)
  const own = [
    missing?.[1] ?? missing?.[2],
    ...Object.keys(operation.body).filter((member) => words.includes(member)),
  ].filter((member) => member !== undefined)
  return own.find((member) => !documented.has(member.split(/[.[]/, 1)[0] ?? '')) ?? null
}

const unknownThing =
  /\b(?:invalid|unknown|no such|nonexistent)[ _-]{1,3}(product|option)|\b(product|option)(?:[ _-]?id)?\b.{0,40}\b(?:not found|unknown|does not exist|invalid)/i
const missingThing =
  /\b([A-Za-z][A-Za-z0-9_.[\]]{2,40})["'`]? (?:(?:is|are) (?:required|missing|mandatory|a required)|field is|must be (?:present|provided)|must not be (?:null|empty|blank)|should not be empty)|(?:missing|required)(?: required)?(?: (?:field|member|property|parameter|attribute)s?)?:? ["'`]?([A-Za-z][A-Za-z0-9_.[\]]{2,40})/i
