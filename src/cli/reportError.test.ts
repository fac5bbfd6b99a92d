import { expect, test } from 'vitest'
import { ProfileError, makeProblem } from '../profile/profileError.js'
import { OutputError } from '../evidence/files.js'
import { RunError } from '../judge/runError.js'
import { reportError } from './errorCodes.js'
import { testIo } from './testIo.test.data.js'

test('an unexpected error is a fault of ours: exit 5, no stack unless asked for', () => {
  const io = testIo()
  expect(reportError(new TypeError('x is undefined'), io)).toBe(5)
  expect(io.err()).toMatch(/^error OCTOSPEC_INTERNAL: TypeError: x is undefined\n {2}.*\n {2}do: please report it/)
  expect(io.err()).not.toContain(' at ')
  const debug = testIo({ env: { OCTOSPEC_DEBUG: '1' } })
  reportError(new TypeError('x is undefined'), debug)
  expect(debug.err()).toContain('    at ')
})

test('each known error has its exit code', () => {
  const io = testIo()
  expect(reportError(new RunError('OCTOSPEC_UNREACHABLE', 'x', 'y'), io)).toBe(4)
  expect(reportError(new RunError('OCTOSPEC_NOT_AN_API', 'x', 'y'), io)).toBe(2)
  expect(reportError(new OutputError('/x', { code: 'EACCES' }), io)).toBe(2)
})

test('a profile with several problems names each on a line of its own', () => {
  const io = testIo()
  const problem = (line: number): ReturnType<typeof makeProblem> =>
    makeProblem({ file: 'p.yaml', line, column: 1, key: 'a', expected: 'b', found: 'c\u001b[2J' })
  expect(reportError(new ProfileError([problem(1), problem(2)]), io)).toBe(2)
  expect(io.err().split('\n').slice(0, 3)).toEqual([
    'error OCTOSPEC_PROFILE:',
    '  p.yaml:1:1: a: expected b but found c\\u001b[2J',
    '  p.yaml:2:1: a: expected b but found c\\u001b[2J',
  ])
})
