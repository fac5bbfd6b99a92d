import { expect, test } from 'vitest'
import type { Finding } from './finding.js'
import { all, allJudged, confirming, each, fail, notApplicable, pass, untested } from './judgement.js'

const finding = (message: string): Finding => ({ message, expected: 'a', received: 'b', exchange: 1, pointer: '' })

test('all passes only when each passes', () => {
  expect(all(pass, pass).outcome).toBe('pass')
  expect(all(pass, untested('why'))).toEqual(untested('why'))
  expect(all(pass, untested('why'), fail(finding('x'))).outcome).toBe('fail')
})

test('all keeps every finding', () => {
  expect(all(fail(finding('x')), pass, fail(finding('y'), finding('z')))).toEqual(
    fail(finding('x'), finding('y'), finding('z')),
  )
})

test('nothing at all is untested, never a pass', () => {
  expect(all().outcome).toBe('untested')
  expect(each([], () => pass).outcome).toBe('untested')
  expect(allJudged().outcome).toBe('untested')
})

test('all keeps what the passes confirm', () => {
  expect(all(confirming('a'), pass, confirming('b'))).toEqual({ outcome: 'pass', confirms: ['a', 'b'] })
})

test('allJudged leaves out what is untested as long as something was judged', () => {
  expect(allJudged(untested('why'), pass).outcome).toBe('pass')
  expect(allJudged(untested('why'), fail(finding('x'))).outcome).toBe('fail')
  expect(allJudged(untested('why'), untested('other'))).toEqual(untested('why'))
})

test('the remedy is kept when there is one', () => {
  expect(untested('why', 'do this')).toEqual({ outcome: 'untested', reason: 'why', remedy: 'do this' })
  expect(untested('why')).not.toHaveProperty('remedy')
})

test('a target of another kind is not held to the clause', () => {
  expect(notApplicable('it has none')).toEqual({ outcome: 'untested', reason: 'it has none', applies: false })
})

test('each judges every item with its place', () => {
  const judged = each(['a', 'b'], (item, index) => fail(finding(`${item}${index}`)))
  expect(judged).toEqual(fail(finding('a0'), finding('b1')))
})
