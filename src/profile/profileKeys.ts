import type { JsonObject } from '../contract/json.js'
import type { Complaint } from './complaint.js'
import type { Key, Keys, Meanings } from './key.js'
import { compileOnce, type Departure } from './shapeComplaints.js'
import { isLoopback } from './credentials.js'
import { list, map, maybePointer, named, number, oneOf, optional, somePlace, text, texts, truth } from './keys.js'
import { isMap } from './mergeProfile.js'
import { request, requestLine } from './operationKey.js'
import type { Json, Operation, Profile, TokenRequest } from './profile.js'

/** What goes into a profile beside its merged content. */
export type ProfileOrigin = Pick<
  Profile,
  'file' | 'declared' | 'secrets' | 'variables' | 'tls' | 'tlsFiles' | 'tokenCommands'
>

/**
 * The keys of the profiles of a service: the one place that says what there is, of which type, with which default, what it is for and
 * what it means.
 */
export interface ProfileKeys<Own extends Profile = Profile> {
  readonly root: Key
  /** What `spec/profile.schema.json` is. */
  readonly schema: JsonObject
  /** What octospec assumes of a target until its profile says otherwise. */
  readonly defaults: Json
  /** Names and values that the documents have in answers. */
  words(): readonly string[]
  /** What a pack knows to be wrong with a merged profile that no single key tells. */
  complaints(profile: Json): readonly Complaint[]
  /**
   * The profile that a merged and checked document means.
   * @throws TypeError where the document was not checked before
   */
  resolve(document: Json, origin: ProfileOrigin): Own
  /** Where a merged profile departs from the schema. */
  departures(document: Json): readonly Departure[]
  /** Where a recorded profile departs from what `redactedProfile` writes of one; null: nowhere. */
  recordedDeparture(recorded: Json): string | null
}

type Operations = Readonly<Record<string, Key<Operation | null>>>
type OwnProfile<OwnOperations extends Operations, Own extends Keys> = Profile &
  Meanings<Own> & { readonly operations: Meanings<OwnOperations> }

/**
 * @param own the keys of a service beside those that every target has
 * @param words names and values that its documents have in answers
 */
export function profileKeys<OwnOperations extends Operations, Own extends Keys>(
  operations: OwnOperations,
  own: Own,
  complaints: ProfileKeys['complaints'] = () => [],
  words: ProfileKeys['words'] = () => [],
): ProfileKeys<OwnProfile<OwnOperations, Own>> {
  const { target, otherReseller, ...further } = everyTarget
  const members = {
    target,
    otherReseller,
    ...own,
    operations: map('How the target offers each operation.', operations),
    ...further,
  }
  const root = map(
    'One target of octospec: its address, its credentials, what may be booked there, and how it fills what the documents leave open. What has a default may be left out. ${NAME} in any text is taken from the environment; $${ stands for ${ itself.',
    members,
  )
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'octospec profile',
    ...root.schema,
    $defs: definitions,
  }
  const validate = compileOnce(schema)
  const validateRecorded = compileOnce(root.recorded)
  return {
    root,
    schema,
    defaults: root.fallback ?? {},
    complaints,
    words,
    departures: (document) => validate(document),
    recordedDeparture(recorded) {
      const [first] = validateRecorded(recorded)
      return first === undefined ? null : `${first.instancePath || '/'} ${first.message ?? 'is not what it should be'}`
    },
    resolve(document, origin) {
      const { target: said, limits } = ofEveryTarget.meaning(document)
      const { environment, headers, query, token, requestHeader } = said
      const url = withoutSlashes(said.url.trim())
      return {
        ...origin,
        ...root.meaning(document),
        target: {
          url,
          environment,
          headers,
          ...(query !== undefined && { query }),
          ...(token !== undefined && { token }),
          ...(requestHeader !== undefined && { requestHeader }),
        },
        limits: {
          ...limits,
          requestsPerSecond:
            isLoopback(url) && !origin.declared.has('limits.requestsPerSecond') ? Infinity : limits.requestsPerSecond,
        },
        // What the keys mean is what the type of the profile says.
      } as OwnProfile<OwnOperations, Own>
    },
  }
}

const pemExample = { examples: ['authority.pem'] }

/** What a profile says of every target, whatever its service. */
const everyTarget = {
  target: map('The server under test.', {
    url: text(
      'Base URL; the paths of the operations are appended to it. http or https, without credentials, query and fragment.',
      { examples: ['https://sandbox.supplier.example/octo'] },
      'url',
    ),
    environment: oneOf(
      'sandbox or live. On a live target octospec never confirms a booking unless it is told to with --allow-live-bookings.',
      ['sandbox', 'live'],
    ),
    hosts: orNullList(
      'Hosts that target.url may name, with their ports where they are not the usual ones. An address with another host is refused, also one given with --target. null: any.',
      [['sandbox.supplier.example']],
    ),
    headers: named('Headers of every request: the credentials. Keep secrets in the environment: ${NAME}.', 'headers', {
      templates: false,
      examples: [{ Authorization: 'Bearer ${OCTO_TOKEN}' }],
    }),
    query: optional(
      named('Query parameters of every request: the credentials, where the target takes them there.', 'query', {
        templates: false,
        examples: [{ api_key: '${OCTO_TOKEN}' }],
      }),
    ),
    token: optional(tokenRequest('How the token is asked for that stands for {token} in headers and query.')),
    requestHeader: optional(
      truth('false: requests do not carry X-Octospec-Request, which names the run and the number of the request.'),
    ),
    tls: optional(
      map('What connections to the target are made with. Files are named from the folder of the profile on.', {
        ca: optional(text('Authorities that are trusted, and no others: a PEM file, or PEM itself.', pemExample)),
        cert: optional(text("The client's certificate: a PEM file, or PEM itself.", pemExample)),
        key: optional(text('Its key: a PEM file, or PEM itself.', { examples: ['client-key.pem', '${CLIENT_KEY}'] })),
        passphrase: optional(text('What the key is encrypted with.', { examples: ['${CLIENT_KEY_PASSPHRASE}'] })),
      }),
    ),
  }),
  otherReseller: map(
    'A second reseller account, for the isolation checks. null: there is none.',
    {
      headers: named("Headers of the second reseller, laid over the first one's.", 'headers', { templates: false }),
      query: optional(
        named("Query parameters of the second reseller, laid over the first one's.", 'query', { templates: false }),
      ),
      token: optional(tokenRequest('How the token of the second reseller is asked for.')),
    },
    { orNull: true },
  ),
  reads: map('How soon reads show what was written.', {
    settleSeconds: number(
      'After how many seconds at the latest reads show a write. A read that does not is sent once more then.',
      { minimum: 0, maximum: 60 },
      5,
    ),
  }),
  clock: request(
    'A test clock of the target, if it has one. null: it has none.',
    { id: 'without id', description: 'Moves the clock forward.', examples: ['POST /__clock'] },
    {
      minutes: optional(
        somePlace('Where the number of minutes is written by which it moves forward.', {
          examples: ['body:/advanceMinutes'],
        }),
      ),
      seconds: optional(
        somePlace('Where the number of seconds is written, for a clock that takes those instead.', {
          examples: ['body:/advanceSeconds'],
        }),
      ),
      at: optional(
        somePlace('Where the instant is written that it is set to, ISO 8601 in UTC, for a clock that is set instead.', {
          examples: ['body:/now'],
        }),
      ),
      read: optional(
        requestLine(
          'Reads the clock, which shows its time at clock.now. One that is set (clock.at) is set to so much later; of another its time is known so, without a move by 0 minutes, which some refuse.',
          { examples: ['GET /__clock'] },
        ),
      ),
      now: optional(
        maybePointer(
          'Where the answers of the clock show its time. With it, each move is seen to be as far as it was meant.',
          null,
          { examples: ['/now'] },
        ),
      ),
    },
  ),
  refusal: map('What counts as refused beside an answer that is not 2xx.', {
    statuses: texts(
      "Status codes or classes. A class such as 4xx or 5xx leaves out a gateway's statuses (408, 502-504, 511, 520-527, 530, 598, 599) and other server errors without JSON: a target that itself refuses with one of them has to have it named singly.",
      {
        fallback: ['4xx'],
        examples: [['4xx'], ['409', '422']],
        of: { type: ['string', 'integer'], minimum: 100, maximum: 599, pattern: '^[1-5]([xX]{2}|[0-9]{2})$' },
      },
      'status',
    ),
    body: maybePointer(
      'JSON Pointer to an error member that marks a refusal under 2xx. null: there is none.',
      '/error',
    ),
    success: optional(
      text(
        'JSON Pointer to a member that is false in a refusal under 2xx, and true in what was accepted.',
        { examples: ['/success', '/ok'] },
        'pointer',
      ),
    ),
  }),
  limits: map('How hard octospec may work on the target.', {
    concurrency: number('Requests at the same time.', { type: 'integer', minimum: 1, maximum: 256 }, 4),
    // Unlimited is null there.
    requestsPerSecond: {
      ...number('Requests a second; on loopback unlimited unless given.', { exclusiveMinimum: 0 }, 20),
      recorded: { type: ['number', 'null'] },
    },
    timeoutSeconds: number('How long to wait for a complete answer.', { exclusiveMinimum: 0, maximum: 3600 }, 10),
    bookings: number('How many bookings a run may make.', { type: 'integer', minimum: 1 }, 400),
  }),
  waive: list(
    'Failures that are known and accepted until a day.',
    map('One waiver. The check still runs; a waiver that matches no failure any more makes the run fail.', {
      check: text('Id of the check.', { examples: ['chapter.what-it-says'], compared: true }),
      reason: text('Why the failure is accepted for now.'),
      until: text('The last day on which the waiver holds, YYYY-MM-DD.', { examples: ['2027-01-31'] }, 'day'),
    }),
  ),
  redact: map('More places that are secret, beside what comes from the environment, credentials and cookies.', {
    headers: texts('Header names, in any case.'),
    pointers: texts('JSON Pointers into request and response bodies.', { of: { type: 'string' } }, 'pointer'),
  }),
}

const ofEveryTarget = map('What a profile says of every target.', everyTarget)

/** Forms that several keys share. */
const definitions = {
  request: { description: 'Method and path.', type: 'string', pattern: '^(\\$\\{|[A-Za-z]+ +/)' },
  place: {
    description: 'Where a value is written: body:/x (a JSON Pointer), query:x or header:X.',
    type: 'string',
    pattern: '^(body:/|query:|header:|\\$\\{)',
  },
  maybePlace: {
    description:
      'Where a value is written: body:/x (a JSON Pointer), query:x or header:X; or a list of places, all of which get it. null: the target has no place for it.',
    type: ['string', 'array', 'null'],
    minItems: 1,
    items: { type: 'string', pattern: '^(body:/|query:|header:|\\$\\{)' },
    pattern: '^(body:/|query:|header:|\\$\\{)',
  },
  pointer: { description: 'A JSON Pointer (RFC 6901).', type: 'string', pattern: '^(/|$|\\$\\{)' },
  maybePointer: {
    description: 'A JSON Pointer (RFC 6901), or null.',
    type: ['string', 'null'],
    pattern: '^(/|$|\\$\\{)',
  },
  headers: { description: 'Header names and values.', type: 'object', additionalProperties: { type: 'string' } },
  query: { description: 'Query parameters and values.', type: 'object', additionalProperties: { type: 'string' } },
  payload: { description: 'Members of a JSON body.', type: 'object' },
}

function orNullList(description: string, examples: readonly Json[]): Key<readonly string[] | null> {
  const all = texts(description, { examples })
  return {
    ...all,
    // It is compared with the address when a profile is read, and is nothing of the run.
    optional: true,
    fallback: null,
    schema: { ...all.schema, type: ['array', 'null'], minItems: 1 },
    recorded: {},
    meaning: (value) => (value === null ? null : all.meaning(value)),
  }
}

function tokenRequest(description: string): Key<TokenRequest> {
  const key = map(`${description} By client credentials (OAuth 2.0), and again before it ends.`, {
    url: text('Where it is asked for, https.', { examples: ['https://login.supplier.example/oauth/token'] }),
    clientId: text('Who asks.', { examples: ['${OCTO_CLIENT_ID}'] }),
    clientSecret: text('The secret of the client.', { examples: ['${OCTO_CLIENT_SECRET}'] }),
    scope: optional(text('What for, where the server wants to know.', { examples: ['bookings'] })),
    audience: optional(text('For whom, where the server wants to know.')),
    auth: oneOf<'basic' | 'body'>('Where the client says who it is: in a header (basic), or in the form (body).', [
      'basic',
      'body',
    ]),
  })
  // Nothing of it is recorded.
  return { ...key, recorded: {} }
}

/** Without those at its end. */
function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/** Every value of a profile that its keys know, with its key and where it stands; lists and maps before what is in them. */
export function* keyed(
  key: Key,
  value: Json | undefined,
  path: readonly string[] = [],
): Generator<{ readonly key: Key; readonly value: Json; readonly path: readonly string[] }> {
  if (value === undefined) return
  yield { key, value, path }
  for (const [name, member] of Object.entries(key.members ?? {}))
    if (isMap(value) && Object.hasOwn(value, name)) yield* keyed(member, value[name], [...path, name])
  if (key.items !== undefined && Array.isArray(value))
    // Array.isArray narrows no list that is read-only.
    for (const [index, item] of value.entries()) yield* keyed(key.items, item as Json, [...path, String(index)])
}
