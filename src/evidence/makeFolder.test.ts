import { existsSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './files.js'

const place = (): string => mkdtempSync(join(tmpdir(), 'octospec-folder-'))

test('a folder is made with all that is missing above it, and one that is there is left', () => {
  const path = join(place(), 'a', 'b', 'c')
  expect(makeFolder(path, 0o700)).toBe(true)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(makeFolder(path, 0o700)).toBe(false)
})

test('what is in the way is said', () => {
  const folder = place()
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolder(join(folder, 'file'), 0o700)).toThrow(/EEXIST/)
  expect(() => makeFolder(join(folder, 'file', 'below'), 0o700)).toThrow(/ENOTDIR/)
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  expect(() => makeFolder(join(folder, 'link'), 0o700)).toThrow(/EEXIST/)
})

test.skipIf(!existsSync('/proc/self'))('where no folder can be made it ends, with the reason', () => {
  expect(() => makeFolder('/proc/octospec/out', 0o700)).toThrow(/ENOENT/)
})
