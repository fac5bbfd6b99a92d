import { expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import { reportOf } from '../judge/report.test.data.js'
import { boundReport } from './formats.js'

const long = 'x'.repeat(5000)
const finding = { message: long, expected: 'a', exchange: 1, pointer: null }
const report = reportOf(
  [
    { id: 'a.text', outcome: 'fail', findings: [{ ...finding, received: long }] },
    { id: 'a.object', outcome: 'fail', findings: [{ ...finding, received: { list: [long, 1] } }] },
    { id: 'a.small', outcome: 'fail', findings: [{ ...finding, message: 'm', received: { n: [1, null, true] } }] },
    { id: 'a.open', outcome: 'untested', reason: long },
  ],
  { profile: { file: long } },
)

test('long texts and received values are cut and say how much was left out', () => {
  const [text, object, , open] = boundReport(report).checks
  for (const cut of [
    text?.findings[0]?.message,
    text?.findings[0]?.received,
    object?.findings[0]?.received,
    open?.reason,
  ])
    expect(cut).toMatch(/… \(\d+ more characters\)$/)
  expect(text?.findings[0]?.message).toContain('(3040 more characters)')
})

test('what an earlier answer had is cut as what was received is, and what was wanted is there whole or not at all', () => {
  const shown = (value: Json) =>
    boundReport(
      reportOf([
        {
          id: 'a',
          outcome: 'fail',
          findings: [{ ...finding, received: 1, before: { exchange: 2, value }, wanted: { value: { const: value } } }],
        },
      ]),
    ).checks[0]?.findings[0]
  const many = Array.from({ length: 900 }, () => 'xyz')
  expect(shown(many)?.before).toEqual({ exchange: 2, value: expect.stringContaining('more characters') })
  expect(shown(many)).not.toHaveProperty('wanted')
  expect(shown(['xyz'])).toMatchObject({ before: { value: ['xyz'] }, wanted: { value: { const: ['xyz'] } } })
})

test('what is short, and the profile, stays as it is', () => {
  const bounded = boundReport(report)
  expect(bounded.checks[2]).toEqual(report.checks[2])
  expect(bounded.profile).toEqual(report.profile)
})

test('a bounded report is not bounded further', () => {
  const once = boundReport(report)
  expect(boundReport(once)).toEqual(once)
})

test('a member is read once, however deep it stands', () => {
  let reads = 0
  const story = Object.defineProperty({}, 'reason', {
    enumerable: true,
    get: () => {
      reads += 1
      return long
    },
  })
  let nested: object = story
  for (let depth = 0; depth < 20; depth += 1) nested = { nested }
  boundReport(Object.assign({ ...report }, { nested }))
  expect(reads).toBe(1)
})
