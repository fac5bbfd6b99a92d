import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openReportFolder } from './reportFolder.js'

const now = Date.UTC(2030, 0, 2, 3, 4, 5)
const cwd = (): string => mkdtempSync(join(tmpdir(), 'octospec-'))

test('a new folder is named by host and time, and a second one of the same second too', () => {
  const options = { cwd: cwd(), out: undefined, targetUrl: 'https://api.example:8443/octo', now }
  const first = openReportFolder(options)
  expect(first.path).toBe(join(options.cwd, 'reports', 'api.example-8443-20300102-030405'))
  expect(openReportFolder(options).path).toBe(`${first.path}-2`)
})

test('no text of a target leads out of reports/', () => {
  for (const targetUrl of ['https://../../etc', 'http://[::1]:80/..%2f', 'not a url/../..', 'https://.../x']) {
    const here = cwd()
    const { path } = openReportFolder({ cwd: here, out: undefined, targetUrl, now })
    expect(dirname(path)).toBe(join(here, 'reports'))
    expect(basename(path)).toMatch(/^[A-Za-z0-9][A-Za-z0-9.-]*$/)
  }
})

test('a folder that was made and stayed empty is taken away again, one with files in it stays', () => {
  const here = cwd()
  const options = { cwd: here, out: undefined, targetUrl: 'http://a', now }
  openReportFolder(options).close()
  expect(readdirSync(here)).toEqual([])
  const kept = openReportFolder(options)
  writeFileSync(join(kept.path, 'x'), '')
  kept.close()
  expect(existsSync(kept.path)).toBe(true)
})

test('a file in the way is told before anything is sent', () => {
  const here = cwd()
  writeFileSync(join(here, 'file'), '')
  expect(() => openReportFolder({ cwd: here, out: 'file', targetUrl: 'http://a', now })).toThrow('a file is in the way')
  expect(() => openReportFolder({ cwd: here, out: 'file/x', targetUrl: 'http://a', now })).toThrow(
    'a file is in the way',
  )
})
