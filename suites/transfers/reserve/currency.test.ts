import { expect, test } from 'vitest'
import { answer, booking, profile as testProfile } from '../../../src/suite/answer.test.data.js'
import type { TransferProfile } from '../transferProfile.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { judgeAvailable, type Refusal } from './currency.js'

const optionId = '5f1d3a90-77c4-4be2-8a3e-2b9c60d4e701'
const sold = (more: Partial<TransferProfile['bookable']['standard']> = {}): TransferProfile => {
  const { bookable } = testProfile
  return { ...testProfile, bookable: { ...bookable, standard: { ...bookable.standard, optionId, ...more } } }
}
const ofTwoProducts: TransferProfile = {
  ...sold(),
  bookable: { ...sold().bookable, other: [{ ...sold().bookable.standard, productId: 'another' }] },
}
const quoted = (availableCurrencies: Json, more: Readonly<Record<string, Json>> = {}, id = optionId): Answer =>
  answer({ ...more, options: [{ id, availableCurrencies }] }, { purpose: 'transfers' })
const reserved = (status = 200): Answer =>
  status === 200 ? answer(booking) : answer({ error: 'CURRENCY' }, {}, status)
const refused = (control: Answer | null = reserved(), status = 422): Refusal => ({
  currency: 'GBP',
  reserved: reserved(status),
  control,
})
const taken: Refusal = { currency: 'GBP', reserved: reserved(), control: null }
const all = ['USD', 'EUR', 'GBP']

const judged = (
  {
    quotes = [quoted(all)],
    asked = refused(),
    again = refused(),
  }: Partial<Record<'asked' | 'again', Refusal>> & { readonly quotes?: readonly Answer[] },
  profile = sold(),
): ReturnType<typeof judgeAvailable> =>
  judgeAvailable([{ ...taken, currency: 'USD' }, asked], { quotes, again: [again] }, profile)

test('a currency in which an option is quoted to be available, and which reserve refuses of two starts, fails', () => {
  const again = refused()
  expect(judged({ again })).toMatchObject({
    outcome: 'fail',
    findings: [{ exchange: again.reserved.n, message: expect.stringContaining('in GBP, which is among') }],
  })
  const named = quoted(all, { productId: sold().bookable.standard.productId })
  expect(judged({ quotes: [quoted(all, {}, 'another'), named] }).outcome).toBe('fail')
})

test('what is accepted in all of them, or refused in what the option is not quoted in, is as it should be', () => {
  expect(judged({ asked: taken }).outcome).toBe('pass')
  expect(judged({ quotes: [quoted(['USD', 'EUR'])] }).outcome).toBe('pass')
  // There was no place for the first.
  expect(judged({ again: taken }).outcome).toBe('pass')
})

test.each([
  ['no option was quoted', { quotes: [] }, sold()],
  ['another option was quoted', { quotes: [quoted(all, {}, optionId.replace('5', '6'))] }, sold()],
  ['the option of another product was quoted', { quotes: [quoted(all, { productId: 'another' })] }, sold()],
  ['another product of the profile has an option of that id', {}, ofTwoProducts],
  ['the id is no UUID', { quotes: [quoted(all, {}, 'DEFAULT')] }, sold({ optionId: 'DEFAULT' })],
  ['the profile says that it is not sold in it', {}, sold({ currencies: ['EUR', 'USD'] })],
])('a refusal where %s is told, and no failure', (_, given, profile) => {
  expect(judged(given, profile)).toMatchObject({
    outcome: 'untested',
    applies: false,
    reason: expect.stringContaining('reserve in GBP was refused'),
  })
})

test.each([
  ['was accepted without a currency no more', { asked: refused(reserved(409)) }],
  ['was accepted of another start without a currency no more', { again: refused(reserved(409)) }],
  ['was not answered', { asked: refused(null, 502) }],
  ['was not answered once more', { again: refused(null, 503) }],
])('what %s is untested', (_, given) => {
  const said = judged(given)
  expect(said.outcome).toBe('untested')
  expect(said).not.toHaveProperty('applies')
})

test('where there was nothing to try once more, or it was recorded before that was asked, it is untested', () => {
  expect(judgeAvailable([refused()], { quotes: [quoted(all)], again: [] }, sold()).outcome).toBe('untested')
  expect(judgeAvailable([refused()], { quotes: [], again: [] }, sold())).toMatchObject({ applies: false })
})
