import { expect, test } from 'vitest'
import { answer, booking, noAnswer, profile as plain } from '../../../src/suite/answer.test.data.js'
import type { Exchange, Json, Judgement, Profile } from '../../../src/suite/index.js'
import type { TransferAnswer as Answer } from '../answer.js'
import { judgeWhole } from '../judge.test.data.js'

type Members = Readonly<Record<string, Json>>

const inputs = ['notes', 'expirationMinutes', 'reference', 'idempotencyKey'].map(
  (name) => [name, { in: 'body', pointer: `/${name}` }] as const,
)
const placed = { fields: Object.fromEntries(inputs) }
const { reserve, update } = plain.operations
const profile: typeof plain = {
  ...plain,
  target: { ...plain.target, headers: { Authorization: 'Bearer a' } },
  operations: {
    ...plain.operations,
    reserve: reserve && { ...reserve, ...placed },
    update: update && { ...update, ...placed },
  },
}

let now = 0
/** Answers in turn, each long after the one before it. */
function shows(
  as: Exchange['as'],
  purpose: string,
  members: Members,
  more: Partial<Exchange> = {},
  status = 200,
): Answer {
  now += profile.reads.settleSeconds * 1000 + 1000
  const about = purpose === 'reserve' || purpose === 'list' ? {} : { bookingId: 'b-1' }
  const shown = { ...booking, notes: 'mine', ...members }
  const json = status === 200 ? (purpose === 'list' ? [shown] : shown) : { error: 'NO', ...members }
  return answer(json, { as, n: now, purpose, startedAt: now, durationMs: 10, ...about, ...more }, status, profile)
}
const own = (purpose: string, members: Members = {}, input: Members = {}): Answer =>
  shows('reseller', purpose, members, { input })
const reserved = (members: Members = {}, input: Members = {}): Answer =>
  own('reserve', members, { notes: 'mine', ...input })
const refused = (as: Exchange['as'], purpose: string, input: Members = {}, said: Members = {}): Answer =>
  shows(as, purpose, said, { input }, 404)
/** It has a booking of its own, which shows that its credentials are good. */
const introduced = (): Answer => shows('other', 'list', { uuid: 'b-2', notes: 'theirs' })
const unread = (as: Exchange['as'], purpose: string, json: Json): Answer =>
  answer(json, { as, purpose, n: (now += 1), startedAt: now, bookingId: 'b-1' }, 200, profile)

const said = (id: string, answers: readonly Answer[], of: Profile = profile): Judgement['outcome'] | 'none' =>
  judgeWhole(`isolation.${id}`, answers, of)?.outcome ?? 'none'

const get = 'get-of-foreign-booking'
const writes = ['extend', 'update', 'confirm', 'cancel'] as const
/** Values that each write asks for, and what get shows where it was carried out. */
const done: Readonly<Record<(typeof writes)[number], readonly [Members, Members]>> = {
  extend: [{ expirationMinutes: 90 }, { expirationMinutes: 90 }],
  update: [{ reference: 'R' }, { resellerReference: 'R' }],
  confirm: [{}, { status: 'CONFIRMED' }],
  cancel: [{}, { status: 'CANCELLED' }],
}

test.each<[string, string, string, () => readonly Answer[]]>([
  ['get is refused', get, 'pass', () => [reserved(), own('get'), refused('other', 'get'), introduced()]],
  ['get shows the booking', get, 'fail', () => [reserved(), own('get'), shows('other', 'get', {})]],
  ['get shows another booking', get, 'pass', () => [reserved(), own('get'), shows('other', 'get', { uuid: 'b-2' })]],
  ['get shows nothing at all', get, 'pass', () => [reserved(), own('get'), introduced(), unread('other', 'get', null)]],
  [
    'get shows empty lists',
    get,
    'pass',
    () => [reserved(), own('get'), introduced(), unread('other', 'get', { data: [null] })],
  ],
  [
    'get shows some text',
    get,
    'untested',
    () => [reserved(), own('get'), introduced(), unread('other', 'get', { data: 'x' })],
  ],
  [
    'nobody may get it',
    get,
    'untested',
    () => [reserved(), refused('reseller', 'get'), refused('other', 'get'), introduced()],
  ],
  [
    'credentials are not good',
    get,
    'untested',
    () => [reserved(), own('get'), refused('other', 'get'), refused('other', 'list')],
  ],
  ['nobody asked', get, 'none', () => [reserved(), own('get')]],
  [
    'it is asked for by another id',
    get,
    'fail',
    () => [
      reserved(),
      shows('reseller', 'get', {}, { bookingId: 'REF-1' }),
      shows('other', 'get', {}, { bookingId: 'REF-1' }),
    ],
  ],
  [
    'a refusal quotes its notes',
    get,
    'fail',
    () => [
      reserved({ notes: 'say "no"' }),
      own('get', { notes: 'say "no"' }),
      refused('other', 'get', {}, { message: 'say "no" may not be read' }),
    ],
  ],
  [
    'a refusal quotes notes that are not shown',
    get,
    'fail',
    () => [reserved({ notes: null }, { notes: 'written' }), refused('other', 'get', {}, { message: 'written' })],
  ],
  // An id that two accounts may share.
  ['a number with other notes', get, 'pass', () => numbered({ notes: 'theirs' })],
  ['a number with the notes', get, 'fail', () => numbered({ notes: 'mine' })],
  ['a number that shows the same', get, 'untested', () => numbered({}, { notes: null })],
  ['a number with other minutes', get, 'pass', () => numbered({ expirationMinutes: 45 }, { notes: null })],
  // Lists.
  [
    'a list shows it',
    'list-hides-foreign-bookings',
    'fail',
    () => [reserved(), own('list'), shows('other', 'list', {})],
  ],
  ['a list shows others', 'list-hides-foreign-bookings', 'pass', () => [reserved(), own('list'), introduced()]],
  ['its owner does not see it listed', 'list-hides-foreign-bookings', 'untested', () => [reserved(), introduced()]],
  [
    'a list shows what was booked before the run',
    'list-hides-foreign-bookings',
    'fail',
    () => [own('list', { uuid: 'old' }), shows('other', 'list', { uuid: 'old' })],
  ],
  [
    'nobody is listed nothing',
    'list-without-credentials',
    'pass',
    () => [reserved(), own('list'), shows('nobody', 'list', { uuid: 'b-9' })],
  ],
  [
    'nobody is listed it',
    'list-without-credentials',
    'fail',
    () => [reserved(), own('list'), shows('nobody', 'list', {})],
  ],
  // Strangers.
  [
    'nobody reserves in another account',
    'reserve-without-credentials',
    'pass',
    () => [
      reserved(),
      own('get'),
      shows('nobody', 'reserve', { uuid: 'b-9' }),
      shows('reseller', 'get', {}, { bookingId: 'b-9' }, 404),
    ],
  ],
  [
    'nobody reserves in the account',
    'reserve-without-credentials',
    'fail',
    () => [
      reserved(),
      shows('nobody', 'reserve', { uuid: 'b-9' }),
      shows('reseller', 'get', { uuid: 'b-9' }, { bookingId: 'b-9' }),
    ],
  ],
  [
    'what nobody reserves is not read',
    'reserve-without-credentials',
    'untested',
    () => [reserved(), shows('nobody', 'reserve', { uuid: 'b-9' })],
  ],
  ['somebody gets it', 'get-with-wrong-credentials', 'fail', () => [reserved(), own('get'), shows('wrong', 'get', {})]],
])('where %s, %s is %s', (_, id, outcome, story) => {
  now = 0
  expect(said(id, story())).toBe(outcome)
})

function numbered(members: Members, all: Members = {}): readonly Answer[] {
  const about = { bookingId: '85' }
  return [
    own('reserve', { uuid: '85', ...all }, all['notes'] === null ? {} : { notes: 'mine' }),
    shows('reseller', 'get', { uuid: '85', ...all }, about),
    shows('other', 'get', { uuid: '85', ...all, ...members }, about),
  ]
}

test.each(writes)('%s by another reseller is refused where the owner may, and changes nothing', (write) => {
  const [input, changed] = done[write]
  const story = (other: Answer, ...after: readonly Answer[]): readonly Answer[] => [...before, other, ...after]
  now = 0
  const before = [introduced(), reserved({ resellerReference: null }), own('get', { resellerReference: null })]
  const as = { input }
  const isRefused = `${write}-of-foreign-booking`
  const isHarmless = `foreign-${write}-has-no-effect`
  const read = (members: Members = {}): Answer => own('get', { resellerReference: null, ...members })
  expect(said(isRefused, story(refused('other', write, input), read(), own(write)))).toBe('pass')
  expect(said(isRefused, story(refused('other', write, input), read(), refused('reseller', write)))).toBe('untested')
  expect(said(isRefused, story(shows('other', write, changed, as), own(write)))).toBe('fail')
  expect(said(isHarmless, story(refused('other', write, input), read()))).toBe('pass')
  expect(said(isHarmless, story(refused('other', write, input)))).toBe('untested')
  expect(said(isHarmless, story(shows('other', write, changed, as), read(changed)))).toBe('fail')
  // It may have been carried out without a word.
  expect(said(isHarmless, story(unread('other', write, null), read(changed)))).toBe('fail')
  expect(said(isHarmless, [...before.slice(1), refused('other', 'list'), refused('other', write, input), read()])).toBe(
    'untested',
  )
})

test('of several requests of others nobody knows which changed a booking, unless one asked for what is shown', () => {
  now = 0
  const before = [introduced(), reserved(), own('get')]
  const after = (...attempts: readonly Answer[]): readonly Answer[] => [
    ...before,
    ...attempts,
    own('get', { expirationMinutes: 90 }),
  ]
  const both = after(refused('other', 'extend'), refused('other', 'cancel'))
  expect(said('foreign-extend-has-no-effect', both)).toBe('untested')
  expect(said('foreign-cancel-has-no-effect', both)).toBe('untested')
  const asked = after(refused('other', 'cancel'), refused('other', 'update', { expirationMinutes: 90 }))
  expect(said('foreign-update-has-no-effect', asked)).toBe('fail')
  const strange = after(refused('nobody', 'extend'), refused('wrong', 'update'))
  expect(said('strangers-change-no-hold', strange)).toBe('fail')
  expect(said('strangers-confirm-and-cancel-nothing', strange)).toBe('none')
})

test('where the profile names no credentials, nobody is the reseller', () => {
  const bare = { ...profile, target: plain.target }
  const as = (each: Answer): Answer => answer(each.json ?? null, each.exchange, 200, bare)
  now = 0
  const story = [reserved(), own('get'), shows('nobody', 'get', {})]
  expect(said('get-without-credentials', story)).toBe('fail')
  expect(said('get-without-credentials', story.map(as), bare)).toBe('untested')
})

const uuid = 'cb213e1e-90b2-44ff-923f-1ec0a02de61f'
const keyed = { idempotencyKey: uuid }

test('a key of another account makes a booking of its own, or is refused', () => {
  const other = (members: Members, input: Members = {}): Answer =>
    shows('other', 'reserve', { uuid: 'b-2', ...members }, { input: { ...keyed, notes: 'second', ...input } })
  now = 0
  const before = [introduced(), reserved({}, keyed), own('get')]
  const judged = (...answers: readonly Answer[]): string => said('idempotency-keys', [...before, ...answers])
  expect(judged(other({ notes: 'second' }), own('get'))).toBe('pass')
  expect(judged(other({ notes: 'mine' }))).toBe('fail')
  expect(judged(other({ uuid: 'b-1', notes: null }))).toBe('fail')
  expect(judged(refused('other', 'reserve', keyed))).toBe('untested')
  expect(judged(refused('other', 'reserve', keyed), refused('reseller', 'get'))).toBe('fail')
  expect(judged(refused('other', 'reserve', keyed), own('get', { expirationMinutes: 45 }))).toBe('fail')
  expect(judged(other({ notes: 'second' }), shows('other', 'get', {}, { bookingId: 'b-2' }, 404))).toBe('fail')
})

const ids = [uuid, uuid.toUpperCase(), `{${uuid}}`, `bkg_${uuid.replaceAll('-', '')}`, '7']
test.each(ids)('both accounts may have a booking of the id %s', (id) => {
  const about = { bookingId: id }
  const judged = (mine: Members, theirs: Members, shown: Members): readonly string[] => {
    now = 0
    const first = shows('reseller', 'reserve', { uuid: id, ...mine }, { input: keyed })
    const second = shows('other', 'reserve', { uuid: id, ...theirs }, { input: keyed })
    const story = [first, second, shows('other', 'get', { uuid: id, ...shown }, about)]
    return [said('idempotency-keys', story), said(get, story)]
  }
  expect(judged({}, { notes: 'theirs' }, { notes: 'theirs' })).toEqual(['pass', 'pass'])
  expect(judged({}, { notes: 'theirs' }, { notes: 'mine' })).toEqual(['pass', 'fail'])
  // Without notes, whatever differs tells.
  const [mine, theirs] = [45, 60].map((expirationMinutes) => ({ notes: null, expirationMinutes }))
  if (mine === undefined || theirs === undefined) throw new Error('there are two')
  expect(judged(mine, theirs, theirs)).toEqual(['pass', 'pass'])
  expect(judged(mine, theirs, mine)).toEqual(['pass', 'fail'])
  expect(judged(mine, mine, mine)).toEqual(['pass', 'untested'])
})

test('what is not answered says nothing', () => {
  now = 0
  const { exchange } = noAnswer()
  const lost = shows('other', 'get', {}, { response: null, ...(exchange.failure && { failure: exchange.failure }) })
  expect(said(get, [reserved(), own('get'), lost])).toBe('untested')
})
