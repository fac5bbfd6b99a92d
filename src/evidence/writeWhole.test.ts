import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from './writeWhole.js'

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
