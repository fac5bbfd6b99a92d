import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { lockFolder } from './reportFolder.js'

const disk = vi.hoisted(() => ({ isFull: false }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const writeFile: typeof fs.writeFileSync = (...given) => {
    if (disk.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    fs.writeFileSync(...given)
  }
  return { ...fs, writeFileSync: writeFile }
})

const folder = (): string => mkdtempSync(join(tmpdir(), 'octospec-lock-'))
const lock = (here: string, holder: unknown): void =>
  writeFileSync(join(here, '.octospec.lock'), typeof holder === 'string' ? holder : JSON.stringify(holder))

test('a folder is locked once, also within one process, and is free again afterwards', () => {
  const here = folder()
  const release = lockFolder(here)
  expect(JSON.parse(readFileSync(join(here, '.octospec.lock'), 'utf8'))).toMatchObject({
    pid: process.pid,
    host: hostname(),
  })
  expect(() => lockFolder(here)).toThrow(`${here} is in use by another run of this process`)
  release()
  release()
  expect(readdirSync(here)).toEqual([])
  lockFolder(here)()
})

test('the lock of a process that is alive, or of another machine, or of nobody knows whom, holds', () => {
  for (const [holder, words] of [
    [{ pid: process.ppid, host: hostname() }, `process ${process.ppid}`],
    [{ pid: 1, host: 'elsewhere' }, 'process 1 on "elsewhere"'],
    ['no JSON', 'something that octospec cannot tell'],
    [{ pid: 'x'.repeat(9), host: hostname() }, 'something that octospec cannot tell'],
  ] as const) {
    const here = folder()
    lock(here, holder)
    const before = readFileSync(join(here, '.octospec.lock'), 'utf8')
    expect(() => lockFolder(here)).toThrow(`${here} is in use by ${words}`)
    expect(readFileSync(join(here, '.octospec.lock'), 'utf8')).toBe(before)
  }
})

test.each([
  ['a link to nothing', '/nowhere/at/all'],
  ['a link to what never ends', '/dev/zero'],
])('a lock that is %s keeps nobody waiting', (_, to) => {
  const here = folder()
  symlinkSync(to, join(here, '.octospec.lock'))
  expect(() => lockFolder(here)).toThrow(`${here} is in use by something that octospec cannot tell`)
})

test('the lock of a process that is gone is taken over, also where it had the id that this one has', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  for (const gone of [pid, process.pid]) {
    const here = folder()
    lock(here, { pid: gone, host: hostname() })
    lockFolder(here)()
    expect(readdirSync(here)).toEqual([])
  }
})

test.runIf(existsSync('/proc/self/stat'))(
  'a zombie holds nothing, nor does another process that has the id of one that is gone',
  async () => {
    const here = folder()
    lock(here, { pid: process.ppid, host: hostname(), began: '1' })
    lockFolder(here)()
    // It has become another program, which never asks how its child ended.
    const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const told = await new Promise((resolve) => parent.stdout.once('data', resolve))
      lock(here, { pid: Number(String(told)), host: hostname() })
      await vi.waitFor(() => lockFolder(here)())
      expect(readdirSync(here)).toEqual([])
    } finally {
      parent.kill()
    }
  },
)

test('a folder that is not there is told', () => {
  expect(() => lockFolder(join(folder(), 'none'))).toThrow('its folder is gone')
})

test('on a full disk no lock stays behind that nobody can tell the owner of', () => {
  const here = folder()
  disk.isFull = true
  try {
    expect(() => lockFolder(here)).toThrow('the disk is full')
  } finally {
    disk.isFull = false
  }
  expect(readdirSync(here)).toEqual([])
  lockFolder(here)()
})
