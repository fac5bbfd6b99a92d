import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeSteps } from './keptRules.js'
import type { Fields, Step } from './step.js'

type Field = 'status' | 'note'
const settle = 100

const fields: Fields<Field> = {
  names: ['status', 'note'],
  idPlace: '/id',
  state: 'status',
  held: 'held',
  times: [],
  situationOf: (state) => (state === 'held' || state === 'confirmed' ? state : null),
  bars: () => false,
  frees: () => false,
  lasts: () => 'ever',
  agrees: (_, known, found) => known === found,
  isOptional: () => false,
  isMirror: () => false,
  isFirst: (field, found) => field === 'status' && found === 'held',
  contradicts: () => false,
  isPending: () => false,
  settle: { read: settle, pending: settle, end: 0 },
}

interface Booking {
  readonly status: string
  readonly note: string
}

/** The operations of a perfect server: each answers the changed booking; null: it refuses. */
const operations: Readonly<Record<string, (booking: Booking, note: string) => Booking | null>> = {
  update: ({ status }, note) => (status === 'held' ? { status, note } : null),
  confirm: ({ status }, note) => (status === 'held' ? { status: 'confirmed', note } : null),
  get: (booking) => booking,
}

interface Request {
  readonly operation: string
  /** When it is sent, how long it takes, when in that time it is carried out, and how old a copy a read shows. */
  readonly from: number
  readonly takes: number
  readonly part: number
  readonly lag: number
  readonly isLost: boolean
}

const request = fc.record({
  operation: fc.constantFrom(...Object.keys(operations)),
  from: fc.integer({ min: 20, max: 700 }),
  takes: fc.integer({ min: 1, max: 80 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  lag: fc.integer({ min: 0, max: settle }),
  isLost: fc.boolean(),
})

/** The steps on a perfect server, whatever overlaps, is late or lost. */
function history(requests: readonly Request[]): readonly Step<Field>[] {
  const states: { readonly at: number; readonly booking: Booking }[] = [
    { at: 0, booking: { status: 'held', note: 'first' } },
  ]
  const stateAt = (at: number): Booking =>
    (states.findLast((each) => each.at <= at) ?? states[0])?.booking ?? { status: '', note: '' }
  const done = new Map<Request, Booking | null>()
  const pointOf = ({ from, takes, part, isLost }: Request): number => from + takes * part * (isLost ? 5 : 1)
  const noteOf = (each: Request): string => `note ${requests.indexOf(each)}`
  for (const each of requests.toSorted((a, b) => pointOf(a) - pointOf(b))) {
    const at = pointOf(each)
    const made =
      operations[each.operation]?.(stateAt(each.operation === 'get' ? at - each.lag : at), noteOf(each)) ?? null
    if (each.operation !== 'get' && made !== null) states.push({ at, booking: made })
    done.set(each, made)
  }
  const reserved = stepOf(1, {
    operation: 'reserve',
    from: -10,
    to: 0,
    made: states[0]?.booking ?? null,
    note: 'first',
  })
  const sent = requests.toSorted((a, b) => a.from - b.from)
  const rest = sent.map((each, index) => {
    const { operation, from, takes } = each
    const step = stepOf(index + 2, {
      operation,
      from,
      to: from + takes,
      made: done.get(each) ?? null,
      note: noteOf(each),
    })
    return each.isLost ? { ...step, outcome: 'none' as const, shown: [] } : step
  })
  return [reserved, ...rest]
}

function stepOf(
  n: number,
  of: { operation: string; from: number; to: number; made: Booking | null; note: string; isFailed?: boolean },
): Step<Field> {
  const { operation, from, to, made, note } = of
  const states: Readonly<Record<string, string>> = { reserve: 'held', confirm: 'confirmed' }
  const status = states[operation]
  const writes = new Map<Field, string>([
    ['note', note],
    ...(status === undefined ? [] : [['status', status] as const]),
  ])
  const values = new Map<Field, string>(
    made === null
      ? []
      : [
          ['status', made.status],
          ['note', made.note],
        ],
  )
  const isRead = operation === 'get'
  return {
    n,
    operation,
    channel: isRead ? 'get' : 'answer',
    caller: 'reseller',
    id: 'b',
    outcome: made === null ? 'refused' : 'accepted',
    isServerError: of.isFailed === true,
    from,
    to,
    clock: 0,
    isRecorded: false,
    effect: isRead
      ? null
      : {
          writes,
          implied: ['status'],
          defaults: [],
          opens: [],
          drops: [],
          ...(operation === 'reserve' && { makes: true as const }),
        },
    shown: made === null ? [] : [{ id: 'b', values, pointer: '' }],
  }
}

test('no history of a perfect server is broken, whatever overlaps, comes late or is lost', () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 12 }), (requests) => {
      const broken = judgeSteps(history(requests), fields).said.filter(
        (said) => said.broken !== null && said.how !== 'late',
      )
      expect(broken).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('after writes in turn, each settled read that shows anything else is broken', () => {
  const inTurn = fc.array(fc.constantFrom('update', 'confirm', 'get'), { maxLength: 8 })
  fc.assert(
    fc.property(inTurn, fc.constantFrom<Field>('status', 'note'), (names, field) => {
      const requests = names.map((operation, index) => ({
        operation,
        from: 20 + index * 2 * settle,
        takes: 10,
        part: 0.5,
        lag: 0,
        isLost: false,
      }))
      const last = stepOf(99, { operation: 'get', from: 5000, to: 5010, made: { status: 'held', note: 'x' }, note: '' })
      const shown = history([
        ...requests,
        { operation: 'get', from: 4000, takes: 10, part: 0.5, lag: 0, isLost: false },
      ]).at(-1)?.shown[0]
      if (shown === undefined) throw new Error('the last get shows the booking')
      const wrong = { ...shown, values: new Map([...shown.values, [field, 'another'] as const]) }
      const said = judgeSteps([...history(requests), { ...last, shown: [wrong] }], fields).said
      expect([...new Set(said.flatMap((each) => (each.broken === null ? [] : [each.field])))]).toEqual([field])
    }),
  )
})

const booking = (status: string, note: string): Booking => ({ status, note })
const step = (n: number, operation: string, made: Booking | null, note: string, isFailed = false): Step<Field> =>
  stepOf(n, { operation, from: n * 1000, to: n * 1000 + 10, made, note, isFailed })
const reserved = step(1, 'reserve', booking('held', 'a'), 'a')
const told = (...steps: readonly Step<Field>[]): readonly string[] =>
  judgeSteps([reserved, ...steps], fields).said.flatMap(({ how, by, field, in: channel, broken }) =>
    broken === null ? [] : [`${how} ${by} ${field} ${channel}`],
  )

test.each<[string, readonly string[], readonly Step<Field>[]]>([
  [
    'what a write sent is not shown',
    ['answered confirm note get', 'wrote confirm note get'],
    [step(2, 'confirm', booking('confirmed', 'b'), 'b'), step(3, 'get', booking('confirmed', 'a'), '')],
  ],
  [
    'nothing was done',
    ['stays confirm status answer'],
    [step(2, 'confirm', booking('held', 'b'), 'b'), step(3, 'get', booking('held', 'b'), '')],
  ],
  [
    'a refused write changed something',
    ['refused update note get'],
    [step(2, 'update', null, 'b'), step(3, 'get', booking('held', 'b'), '')],
  ],
  [
    'a failed write was carried out',
    ['done confirm status get', 'done confirm note get'],
    [step(2, 'confirm', null, 'b', true), step(3, 'get', booking('confirmed', 'b'), '')],
  ],
  [
    'a write changed what it had done before',
    ['again confirm status answer'],
    [step(2, 'confirm', booking('confirmed', 'b'), 'b'), step(3, 'confirm', booking('cancelled', 'b'), 'c')],
  ],
])('%s: it says whose doing it is', (_, expected, steps) => {
  expect(told(...steps)).toEqual(expected)
})

test('an operation is tried of a booking of which it is known how it stands, and of no other', () => {
  const lost = step(6, 'confirm', null, 'd')
  const steps = [
    step(2, 'update', null, 'b'),
    step(3, 'confirm', booking('confirmed', 'b'), 'b'),
    step(4, 'get', booking('confirmed', 'b'), ''),
    step(5, 'update', null, 'c'),
    { ...lost, outcome: 'none' as const },
    step(7, 'update', null, 'e'),
    {
      ...lost,
      n: 8,
      from: 8000,
      to: 8010,
      outcome: 'none' as const,
      effect: lost.effect && { ...lost.effect, opens: ['status' as const] },
    },
    step(9, 'update', null, 'f'),
  ]
  const tried = judgeSteps([reserved, ...steps], fields).tried.map(({ situation, since, step: { n } }) => [
    n,
    situation,
    since.n,
  ])
  // The reservation says no end of a hold. Another confirm would change nothing, and what is lost last may change it.
  expect(tried).toEqual([
    [5, 'confirmed', 4],
    [7, 'confirmed', 4],
  ])
})
