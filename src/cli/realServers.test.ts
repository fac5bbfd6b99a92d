import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { pack } from '../pack.js'

interface Habit {
  readonly what: string
  readonly write: string
  /** A dialect or a variant of the reference service; empty: there is none. */
  readonly as: string
}

const page = readFileSync(join(dirname(specFile('')), 'docs', 'real-servers.md'), 'utf8')

const habits: readonly Habit[] = page
  .slice(0, page.indexOf('\n## '))
  .split('\n')
  .flatMap((line) => {
    const [, what = '', write = '', , as = ''] = line.split('|').map((cell) => cell.trim())
    return line.startsWith('| ') && !/^what the|^-/.test(what) ? [{ what, write, as: as.replaceAll('`', '') }] : []
  })

/** What no server on plain HTTP can be told by, or only a profile says; each has a test of its own. */
const elsewhere = [
  'credentials in the query',
  'a token that ends and is asked for anew, by OAuth or by a command',
  'a client certificate, or an authority of its own',
  'all operations at one path, told apart by a command in the body',
  'the same value in several places',
  'the list wants days, or another filter',
  'no update, no extend, or no cancel',
  'test controls at another host, port or path, without credentials',
  'a test clock that earlier runs have moved by weeks',
  'few requests a second',
]

test('each habit of a real server is one of the reference service, but for a few', () => {
  expect(habits.length).toBeGreaterThan(40)
  expect(habits.filter(({ as }) => as === '').map(({ what }) => what)).toEqual(elsewhere)
})

const variants = habits.filter(({ as }) => as !== '' && !pack.reference.dialects.includes(as))

test.each(variants)('$what is as $as has it, whose profile says what the page says to write', ({ write, as }) => {
  const said = JSON.stringify(pack.reference.variant(as).profile ?? {})
  // Some do what octospec finds out by itself, or what a profile of the reference service says already.
  if (said === '{}' || write.startsWith('nothing')) return
  const words = [...write.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(/[a-z]\w+/gi) ?? [])
  expect(words.filter((word) => said.includes(word))).not.toEqual([])
})
