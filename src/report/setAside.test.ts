import { lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { lockFolder } from './reportFolder.js'
import { beginFiles, filesOf, mostAside, setAside } from './runFiles.js'

const now = Date.UTC(2030, 0, 2, 3, 4, 5)
const names = filesOf([])

/** A folder in which a run was killed. */
function killed(command: readonly unknown[] = ['octospec', 'run'], folder = temporary()): string {
  mkdirSync(folder, { recursive: true })
  beginFiles(folder, names)
  writeFileSync(join(folder, 'exchanges.ndjson'), `${JSON.stringify({ plan: { command } })}\n`)
  return folder
}

const temporary = (): string => mkdtempSync(join(tmpdir(), 'octospec-'))
const below = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

test('what is kept below stays as it is: runs that are worked on, links, files and notes of somebody', () => {
  const elsewhere = killed()
  const folder = killed()
  for (let n = 0; n < 20; n += 1) killed(undefined, join(folder, `earlier-20200101-0000${10 + n}`))
  writeFileSync(join(folder, 'earlier-20200101-000010', 'notes.txt'), 'mine')
  const release = lockFolder(join(folder, 'earlier-20200101-000011'))
  symlinkSync(elsewhere, join(folder, 'earlier-20200101-000000'))
  writeFileSync(join(folder, 'earlier-20200101-000001'), 'a file')
  const [before, there] = [below(folder), below(elsewhere)]
  const aside = setAside(folder, names, pack, now)
  release()
  const after = new Set(below(folder))
  expect(before.filter((name) => name.includes('earlier-2020') && !name.includes('.lock') && !after.has(name))).toEqual(
    [],
  )
  expect(below(elsewhere)).toEqual(there)
  expect(below(aside?.path ?? '')).toEqual(['exchanges.ndjson', 'octospec-files.json'])
})

test('a hundred folders are kept, and links and files of such names are none of them', () => {
  const folder = killed()
  for (let n = 0; n < mostAside - 1; n += 1) mkdirSync(join(folder, `earlier-20200101-000000-${n}`))
  symlinkSync(temporary(), join(folder, 'earlier-20200101-000001'))
  writeFileSync(join(folder, 'earlier-20200101-000002'), 'a file')
  expect(setAside(folder, names, pack, now)).not.toBeNull()
  killed(undefined, folder)
  const before = below(folder)
  expect(() => setAside(folder, names, pack, now)).toThrow('100 earlier runs already')
  expect(below(folder)).toEqual(before)
})

test('a file in the way of the next run is told before anything is moved', () => {
  const folder = killed()
  writeFileSync(join(folder, 'report.html'), 'mine')
  const before = below(folder)
  expect(() => setAside(folder, filesOf(['html']), pack, now)).toThrow('report.html')
  expect(below(folder)).toEqual(before)
  expect(setAside(folder, names, pack, now)).not.toBeNull()
  expect(readdirSync(folder)).toContain('report.html')
})

test('evidence of any time is kept: older than all others, and of a clock that was ahead', () => {
  for (const time of ['2001-02-03T04:05:06Z', '2200-01-01T00:00:00Z']) {
    const folder = killed()
    mkdirSync(join(folder, 'earlier-20200101-000000'))
    utimesSync(join(folder, 'exchanges.ndjson'), new Date(time), new Date(time))
    const path = setAside(folder, names, pack, now)?.path ?? ''
    expect(path.slice(folder.length + 1)).toBe(time < '2030' ? 'earlier-20010203-040506' : 'earlier-20300102-030405')
    expect(lstatSync(join(path, 'exchanges.ndjson')).isFile()).toBe(true)
  }
})

test('evidence that is a link, or that octospec did not list, is not moved', () => {
  const linked = temporary()
  beginFiles(linked, names)
  symlinkSync(join(killed(), 'exchanges.ndjson'), join(linked, 'exchanges.ndjson'))
  expect(setAside(linked, names, pack, now)).toBeNull()
  const foreign = temporary()
  writeFileSync(join(foreign, 'exchanges.ndjson'), '{}\n')
  expect(() => setAside(foreign, names, pack, now)).toThrow('a file that octospec did not write')
  expect(below(foreign)).toEqual(['exchanges.ndjson'])
})
