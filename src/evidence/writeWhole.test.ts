import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from './files.js'

const folder = (): string => mkdtempSync(join(tmpdir(), 'octospec-'))

test('a file written in pieces has all of them and leaves nothing beside it', async () => {
  const here = folder()
  const pieces = Array.from({ length: 5000 }, (_, index) => `${index} ${'x'.repeat(100)}\n`)
  await writeWhole(join(here, 'a.txt'), pieces)
  expect(readFileSync(join(here, 'a.txt'), 'utf8')).toBe(pieces.join(''))
  expect(readdirSync(here)).toEqual(['a.txt'])
})

test('where the content breaks off, what was there before stays as it was', async () => {
  const here = folder()
  const path = join(here, 'a.txt')
  writeFileSync(path, 'before')
  async function* broken(): AsyncGenerator<string> {
    yield 'x'.repeat(100_000)
    throw new Error('broke off')
  }
  await expect(writeWhole(path, broken())).rejects.toThrow('broke off')
  expect(readFileSync(path, 'utf8')).toBe('before')
  expect(readdirSync(here)).toEqual(['a.txt'])
})

test('a file where the folder should be is told in words', async () => {
  const path = join(folder(), 'file')
  writeFileSync(path, '')
  await expect(writeWhole(join(path, 'a.txt'), 'x')).rejects.toThrow(/cannot write .*a file is in the way/)
})

test('what is written is its owner’s alone unless said otherwise', async () => {
  const here = folder()
  await writeWhole(join(here, 'a.txt'), 'x')
  await writeWhole(join(here, 'b.txt'), 'x', 0o644)
  const modes = ['a.txt', 'b.txt'].map((name) => (statSync(join(here, name)).mode & 0o777).toString(8))
  expect(modes).toEqual(process.platform === 'win32' ? ['666', '666'] : ['600', '644'])
})

test('a process that ends in the middle leaves no temporary file, and nobody is told of the end of one afterwards', async () => {
  const here = folder()
  const before = process.listeners('exit')
  let seen: string[] = []
  function* ending(): Generator<string> {
    yield 'x'
    seen = readdirSync(here)
    for (const listener of process.listeners('exit').filter((each) => !before.includes(each))) listener(4)
    expect(readdirSync(here)).toEqual([])
    throw new Error('ended')
  }
  await expect(writeWhole(join(here, 'a.txt'), ending())).rejects.toThrow('ended')
  expect(seen).toEqual([expect.stringMatching(/^\.a\.txt\..*\.tmp$/)])
  expect(process.listeners('exit')).toEqual(before)
})

test('a process that ends while the file is being opened leaves no temporary file either', async () => {
  const here = folder()
  const before = process.listeners('exit')
  const written = writeWhole(join(here, 'a.txt'), 'x')
  expect(readdirSync(here)).toEqual([expect.stringMatching(/^\.a\.txt\..*\.tmp$/)])
  for (const listener of process.listeners('exit').filter((each) => !before.includes(each))) listener(4)
  expect(readdirSync(here)).toEqual([])
  await expect(written).rejects.toThrow(/cannot write/)
  expect(readdirSync(here)).toEqual([])
})
