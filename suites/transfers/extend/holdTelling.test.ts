import { expect, test } from 'vitest'
import type { Json } from '../../../src/profile/profile.js'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { keepsNotes } from './settle.js'

const shows = (n: number, purpose: string, notes: Json): Answer =>
  answer({ ...booking, notes }, { n, purpose, bookingId: 'b-1', input: { notes: 'a note' } })

test('notes that are lost are told of the last write before the answer that lacks them', () => {
  const reserved = shows(1, 'reserve', 'a note')
  const extended = shows(2, 'extend', 'a note')
  const confirmed = shows(3, 'confirm', null)
  const lost = keepsNotes(reserved, [extended, shows(4, 'get', null)], [confirmed])
  expect(lost).toMatchObject({
    outcome: 'fail',
    findings: [expect.objectContaining({ message: expect.stringContaining('since confirm (exchange 3)') })],
  })
  const early = keepsNotes(reserved, [shows(2, 'extend', null), shows(4, 'get', null)], [confirmed])
  expect(early).toMatchObject({
    findings: [expect.objectContaining({ message: expect.stringContaining('since extend (exchange 2)') })],
  })
  expect(keepsNotes(reserved, [extended], [confirmed]).outcome).toBe('pass')
})
