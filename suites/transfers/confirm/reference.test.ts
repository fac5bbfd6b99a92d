import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import { symbols } from '../update/texts.js'
import type { Answer, Json } from '../vocabulary/index.js'

const sent = `${symbols}voucher`

const shown = (purpose: string, reference: Readonly<Record<string, Json>>): Answer =>
  answer({ ...booking, status: 'CONFIRMED', ...reference }, { purpose, input: { reference: sent } })
const listed = (reference: Readonly<Record<string, Json>>) => ({
  page: answer([{ ...booking, ...reference }], { purpose: 'list' }),
  index: 0,
  complete: true,
  late: null,
})

const [kept, none, other] = [{ resellerReference: sent }, { resellerReference: null }, { resellerReference: 'another' }]

test.each([
  ['is as it was sent', kept, kept, null, 'pass'],
  ['is absent, and get shows it', {}, kept, null, 'untested'],
  ['is absent, and the list shows it', {}, {}, kept, 'untested'],
  ['is absent, and nothing shows it', {}, {}, {}, 'untested'],
  ['is absent, and get shows another', {}, other, null, 'untested'],
  ['is null, and get shows it', none, kept, null, 'fail'],
  ['is another, and get shows it', other, kept, null, 'fail'],
])('a reference that, in the answer to confirm, %s', (_, answered, read, list, outcome) => {
  const data = { sent, confirmed: shown('confirm', answered), read: shown('get', read), listed: list && listed(list) }
  for (const id of ['confirm.reference-in-answer', 'confirm.keeps-any-text'])
    expect(judgeTrial(id, data).outcome, id).toBe(outcome)
})
