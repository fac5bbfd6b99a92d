import { expect, test } from 'vitest'
import { answer, booking, noAnswer, profile } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import { openFlaws, openRandom, type Answer, type Json, type Profile } from './index.js'

const flaws = openFlaws('reserve', {
  availabilityId: { unknown: {}, missing: {}, outside: {} },
  optionId: { mistyped: {} },
  idempotencyKey: { malformed: { tries: { low: 1, normal: 1, high: 6 } } },
  notes: { mistyped: { tries: { low: 1, normal: 2, high: 4 } } },
  expirationMinutes: { outside: {} },
})
const { reserve } = profile.operations
const key = '123e4567-e89b-42d3-a456-426614174000'

/** What is sent where the profile has other places for the inputs of reserve. */
async function sent(
  places: object = {},
  given: Record<string, readonly Json[]> = {},
  effort: 'normal' | 'high' = 'normal',
): Promise<readonly string[]> {
  const of = {
    ...profile,
    operations: { ...profile.operations, reserve: { ...reserve, fields: { ...reserve?.fields, ...places } } },
  } as Profile
  const flawed = await flaws.send({ profile: of, effort, random: openRandom(1) }, given, () =>
    Promise.resolve({ answer: noAnswer() }),
  )
  return flawed.map(({ flaw, value }) => `${flaw} ${JSON.stringify(value)}`)
}

test('every flaw is sent once, in the order of the table, with values of the contract and those that are given', async () => {
  const given = {
    'availability-id-unknown': ['one', 'another'],
    'option-id-mistyped': ['right'],
    'idempotency-key-malformed': [key],
  }
  expect(await sent({}, given)).toEqual([
    'availability-id-unknown "one"',
    'availability-id-unknown "another"',
    'availability-id-missing null',
    'availability-id-outside ""',
    'option-id-mistyped ["right"]',
    `idempotency-key-malformed "${key.slice(0, -1)}g"`,
    'notes-mistyped 4711',
    'notes-mistyped true',
    'expiration-minutes-outside 201',
  ])
})

test('with more effort, what is wrong is drawn from all that the contract rules out, made of a right one that nobody sent', async () => {
  const malformed = (await sent({}, {}, 'high')).filter((each) => each.startsWith('idempotency-key-malformed'))
  expect(malformed).toHaveLength(6)
  expect(new Set(malformed).size).toBe(6)
  expect(malformed.filter((each) => / "[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"$/i.test(each))).toEqual([])
})

test('what the target has no place for is not sent, nor a type that cannot be told where it travels', async () => {
  const first = await sent()
  const others = first.filter((each) => !each.startsWith('notes'))
  expect(others.length).toBeLessThan(first.length)
  expect(await sent({ notes: undefined, idempotencyKey: undefined })).toEqual(
    others.filter((each) => !each.startsWith('idempotency-key')),
  )
  expect(await sent({ notes: { in: 'query', name: 'notes' } })).toEqual(others)
})

const control = answer(booking, { input: { notes: 'of the control' } })
const refused = answer({ error: 'BAD_REQUEST' }, {}, 400)
const judge = (flawed: Answer | null, of: Profile = profile, right = control): ReturnType<typeof judgeTrial> =>
  judgeTrial(
    'reserve.notes-mistyped-refused',
    { control: right, flawed: flawed === null ? [] : [{ flaw: 'notes-mistyped', value: 4711, answer: flawed }] },
    of,
  )

test('a refusal counts where the same without the flaw is accepted, and shows that the target reads the input there', () => {
  expect(judge(refused)).toEqual({ outcome: 'pass', confirms: ['operations.reserve.notes'] })
  expect(judge(refused, profile, answer(booking))).toEqual({ outcome: 'pass', confirms: [] })
  expect(judge(refused, profile, refused)).toMatchObject({ outcome: 'untested' })
  expect(judge(noAnswer())).toMatchObject({ outcome: 'untested' })
  expect(judge(answer(booking))).toMatchObject({
    outcome: 'fail',
    findings: [{ message: 'reserve was accepted, although its notes is 4711, which is no string' }],
  })
})

test('an input that has no place is untested, and one whose type cannot be told there is not applicable', () => {
  const at = (notes: object | undefined): Profile =>
    ({
      ...profile,
      operations: { ...profile.operations, reserve: { ...reserve, fields: { ...reserve?.fields, notes } } },
    }) as Profile
  expect(judge(null, at(undefined))).toMatchObject({ outcome: 'untested', remedy: 'give operations.reserve.notes' })
  expect(judge(null, at({ in: 'header', name: 'Notes' }))).toMatchObject({ outcome: 'untested', applies: false })
})
