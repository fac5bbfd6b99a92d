import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDay, isoOf, toInstant } from './instant.js'
import { specFile } from './specFile.js'

const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

test('what is no moment of the calendar is none, and is shown as the nearest', () => {
  for (const [number, shown] of [
    [last + 1, '9999-12-31T23:59:59.999Z'],
    [Infinity, '9999-12-31T23:59:59.999Z'],
    [-8.64e15, '0000-01-01T00:00:00.000Z'],
    [NaN, '1970-01-01T00:00:00.000Z'],
  ] as const) {
    expect(toInstant(number)).toBeUndefined()
    expect(isoOf(number)).toBe(shown)
  }
  expect(toInstant(last)).toBe(last)
})

test('a day is one of the calendar', () => {
  expect(['2028-02-29', '2027-02-29', '2027-13-01', '12027-01-01', 'today'].filter(isDay)).toEqual(['2028-02-29'])
})

test('nothing else makes a text of a moment, for that throws where it is none', () => {
  const root = specFile('..')
  const making = ['src', 'suites'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.includes('transfers/reference/'))
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('toISOString(')),
  )
  // The second makes dates of its own.
  expect(making.toSorted()).toEqual(['src/contract/arbitraryOf.ts', 'src/contract/instant.ts'])
})
