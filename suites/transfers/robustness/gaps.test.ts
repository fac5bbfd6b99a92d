import { expect, test } from 'vitest'
import { answer, answerOf, booking, exchange, noAnswer, profile } from '../../../src/suite/answer.test.data.js'
import { observed } from '../judge.test.data.js'
import './refusals.js'

test('refusals tell which codes and bodies they have, and every answer its status', () => {
  const refused = answer({ error: 'NOT_CANCELLABLE', errorMessage: 'too late' }, {}, 400)
  expect(observed('robustness.error-codes', refused)).toBe('NOT_CANCELLABLE (HTTP 400)')
  expect(observed('robustness.error-body', refused)).toBe('{error, errorMessage}')
  const nested = answer({ error: { code: 'E-17', message: 'no' } }, {}, 409)
  expect(observed('robustness.error-codes', nested)).toBe('E-17 (HTTP 409)')
  expect(observed('robustness.error-body', nested)).toBe('{error: {code, message}}')
  expect(observed('robustness.status-codes', nested)).toBe('409')
})

test('a sentence is no code, and what was accepted or never answered has none', () => {
  const empty = answerOf(exchange({ response: { status: 404, headers: {} } }), profile)
  expect(observed('robustness.error-codes', answer({ error: 'this is not so' }, {}, 400))).toBeNull()
  expect(observed('robustness.error-body', empty)).toBe('none')
  expect(observed('robustness.error-body', answer(booking))).toBeNull()
  expect(observed('robustness.status-codes', noAnswer())).toBeNull()
})
