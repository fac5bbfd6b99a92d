import { escapeText, inlineYaml, WalkFault } from '../vocabulary/index.js'
import type { Answer, Json, OperationName, Profile } from '../vocabulary/index.js'

/** A sign in an answer of an error or gap in the profile: init writes the line, the walk ends, doctor says it. */
interface Symptom {
  /** The operation whose answer shows it; `any`: whatever is asked first. */
  readonly seenIn: OperationName | 'clock' | 'any'
  /** The key of the profile that fixes it. */
  readonly key: readonly string[]
  /** What the profile looks for there. */
  readonly looked?: (profile: Profile) => string
  /** Whether it may be the server's after all. */
  readonly server: string
  readonly remedy: string
}

type SymptomName =
  | 'address'
  | 'broken'
  | 'header'
  | 'path'
  | 'refused'
  | 'transfer'
  | 'nothingFree'
  | 'slots'
  | 'booking'
  | 'items'
  | 'clock'

const nowhere = 'no, if that is the id: only the profile says where it stands'

export const symptoms: Readonly<Record<SymptomName, Symptom>> = {
  address: {
    seenIn: 'any',
    key: ['target', 'url'],
    looked: ({ target }) => `the service at ${escapeText(target.url, 200)} (target.url)`,
    server: 'only if it answers nothing at all as it should; then there is nothing to judge yet',
    remedy: 'see target.url in the profile: open the request above with curl until it answers like the service',
  },
  broken: {
    seenIn: 'any',
    key: ['target', 'url'],
    looked: ({ target }) => `the service at ${escapeText(target.url, 200)} (target.url)`,
    server: 'yes, if the address is right: a server that fails at every request cannot be judged yet',
    remedy: 'see the log of the server first; where it got none of these requests, see target.url in the profile',
  },
  header: {
    seenIn: 'any',
    key: ['target', 'headers'],
    looked: () => 'an answer to what the documents and the profile have in each request',
    server: 'no, if that header is what is missing: what else each request carries is not shown',
    remedy: 'write that header into target.headers in the profile',
  },
  /** Its key has the operation in it. */
  path: {
    seenIn: 'any',
    key: ['operations', 'NAME', 'request'],
    server: 'no: only the profile says where it is',
    remedy: 'mend the request of the operation in the profile',
  },
  /** What a refusal says in words: see `refusal.ts`. */
  refused: {
    seenIn: 'any',
    key: ['operations', 'NAME', 'body'],
    server: 'hardly: the documents do not show this request, so the profile says what is in it',
    remedy: 'mend the key in the profile, then try again with octospec doctor',
  },
  transfer: {
    seenIn: 'transfers',
    key: ['operations', 'transfers', 'at'],
    looked: ({ operations }) => `a Transfer at '${operations.transfers?.at ?? ''}' (operations.transfers.at)`,
    server:
      'only if what it wraps its answers in is none of its habits: by the documents (4.1) the answer is the Transfer',
    remedy: 'say operations.transfers.at in the profile',
  },
  nothingFree: {
    seenIn: 'availability',
    key: ['operations', 'availability', 'body'],
    looked: () => 'an availability that is free (operations.availability.items and availabilityId)',
    server: 'only if the product is on offer on these days',
    remedy: 'name days and a product with something free in the profile: the walk books it, and cancels it again',
  },
  slots: {
    seenIn: 'availability',
    key: ['operations', 'availability'],
    looked: ({ operations: { availability } }) =>
      `text at ${availability?.availabilityId.join(' or ') ?? ''} of an item of ${availability?.items || 'the answer'} (operations.availability.items, availabilityId)`,
    server: nowhere,
    remedy: 'mend operations.availability in the profile',
  },
  booking: {
    seenIn: 'reserve',
    key: ['booking'],
    looked: ({ booking }) => `text at ${booking.id} (booking.id)`,
    server: nowhere,
    remedy: 'mend booking.id in the profile; until then nothing more is booked',
  },
  items: {
    seenIn: 'list',
    key: ['operations', 'list', 'items'],
    looked: ({ operations: { list }, booking }) =>
      `bookings at '${list?.items ?? ''}' (operations.list.items), with text at ${booking.id} (booking.id) and ${booking.status} (booking.status)`,
    server: 'no: only the profile says where in the list its bookings stand',
    remedy: 'mend operations.list.items in the profile',
  },
  clock: {
    seenIn: 'clock',
    key: ['clock'],
    looked: () =>
      'a test clock that moves forward by 0 minutes (clock.request, and clock.minutes, clock.seconds or clock.at)',
    server: 'no: the documents know no test clock',
    remedy: 'mend clock in the profile; without one the holds are checked by --wait or octospec resume',
  },
}

/** The line of a profile that says something at a key: `operations: { list: { items: /data } }`. */
export function lineOf(key: readonly string[], value: Json): string {
  const whole = key.reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
  return escapeText(inlineYaml(whole).slice(2, -2), 300)
}

/** A symptom in one answer: the value that fixes it, or what else is said of it. */
type Shown = Partial<Omit<WalkFault['stop'], 'answer'>> & Pick<WalkFault['stop'], 'what'> & { readonly value?: Json }

/** What ends the walk where an answer shows that the profile cannot be right. */
export function faultOf(name: SymptomName, answer: Answer, { value, ...shown }: Shown): WalkFault {
  const { key, looked, server, remedy } = symptoms[name]
  return new WalkFault({
    answer,
    ...(looked !== undefined && { looked: looked(answer.profile) }),
    ...(value !== undefined && { write: lineOf(key, value) }),
    server,
    remedy,
    ...shown,
  })
}
