import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openRunKey } from './seal.js'

const folder = (): string => mkdtempSync(join(tmpdir(), 'octospec-key-'))
const secret = 'k'.repeat(64)

test('a key is made once, for its user alone, and proves what it made and nothing else', () => {
  const env = { XDG_STATE_HOME: folder() }
  const path = join(env.XDG_STATE_HOME, 'octospec', 'run.key')
  expect(() => openRunKey(env, false)).toThrow(`there is no key at ${path}`)
  expect(existsSync(path)).toBe(false)
  const first = openRunKey(env, true)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  const second = openRunKey(env, true)
  expect(second.id).toBe(first.id)
  const mac = first.mac('a booking')
  expect(second.proves('a booking', mac)).toBe(true)
  expect(second.proves('another booking', mac)).toBe(false)
  expect(second.proves('a booking', '')).toBe(false)
  expect(readFileSync(path, 'utf8')).not.toContain(first.id)
  const other = openRunKey({ XDG_STATE_HOME: folder() }, true)
  expect(other.id).not.toBe(first.id)
  expect(other.proves('a booking', mac)).toBe(false)
})

test('a key of the environment is the same on every machine, and comes before the one of the user', () => {
  const here = openRunKey({ OCTOSPEC_RUN_KEY: secret, HOME: folder() }, false)
  const there = openRunKey({ OCTOSPEC_RUN_KEY: `${secret}\n` }, false)
  expect(there.proves('x', here.mac('x'))).toBe(true)
})

test('without a folder for state the key is kept in the home folder, and without either there is none', () => {
  const home = folder()
  openRunKey({ HOME: home }, true)
  expect(existsSync(join(home, '.local/state/octospec/run.key'))).toBe(true)
  expect(() => openRunKey({}, true)).toThrow('there is no place for a key')
})

test('a key that others can read, that is a link or a folder, or that is short, is not used', () => {
  const place = (): { env: { XDG_STATE_HOME: string }; path: string } => {
    const env = { XDG_STATE_HOME: folder() }
    const path = join(env.XDG_STATE_HOME, 'octospec', 'run.key')
    mkdirSync(dirname(path))
    return { env, path }
  }
  const open = place()
  writeFileSync(open.path, secret)
  chmodSync(open.path, 0o644)
  expect(() => openRunKey(open.env, true)).toThrow('can be read by others')
  const linked = place()
  writeFileSync(`${linked.path}.real`, secret, { mode: 0o600 })
  symlinkSync(`${linked.path}.real`, linked.path)
  expect(() => openRunKey(linked.env, true)).toThrow('it is a symbolic link')
  const folded = place()
  mkdirSync(folded.path)
  expect(() => openRunKey(folded.env, true)).toThrow('it is a folder')
  const short = place()
  writeFileSync(short.path, 'abc', { mode: 0o600 })
  expect(() => openRunKey(short.env, true)).toThrow('shorter than 32')
  expect(() => openRunKey({ OCTOSPEC_RUN_KEY: 'abc' }, true)).toThrow('OCTOSPEC_RUN_KEY is shorter than 32')
})
