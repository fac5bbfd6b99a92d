import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { reportOf } from '../judge/report.test.data.js'
import { jsonReport } from './formats.js'
import { reportBefore } from './reportFile.js'

const cwd = mkdtempSync(join(tmpdir(), 'octospec-before-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const target = { url: 'https://a.example/octo', environment: 'sandbox', headers: {} } as const

function write(
  folder: string,
  seed: number,
  url: string = target.url,
  checks = [{ id: 'reserve.x', clause: '4.2/x' }],
): void {
  const made = reportOf(checks)
  mkdirSync(join(cwd, folder), { recursive: true })
  writeFileSync(join(cwd, folder, 'report.json'), jsonReport({ ...made, seed, target: { ...made.target, url } }))
}

test('the run before is that of the folder, or the youngest of the same target', () => {
  write('reports/a.example-20261101-080000', 1)
  write('reports/a.example-20261103-080000', 3)
  write('reports/a.example-20261102-080000', 2)
  write('reports/a.example-20261104-080000', 4, 'https://a.example/other')
  write('own', 9)
  const profile = { target, file: 'p.yaml' }
  expect(reportBefore(cwd, undefined, profile)?.seed).toBe(3)
  expect(reportBefore(cwd, 'own', profile)?.seed).toBe(9)
})

test('a run of another target, one that never began, and what is no report are none', () => {
  write('other', 1, 'https://b.example/octo')
  write('never', 1, target.url, [])
  mkdirSync(join(cwd, 'broken'), { recursive: true })
  writeFileSync(join(cwd, 'broken/report.json'), '{')
  for (const folder of ['other', 'never', 'broken', 'nowhere'])
    expect(reportBefore(cwd, folder, { target, file: 'p.yaml' }), folder).toBeUndefined()
})

test('on loopback, where each start takes another port, the file of the profile tells targets apart', () => {
  write('loop', 5, 'http://127.0.0.1:4001')
  const file = 'profiles/sandbox.yaml'
  const loopback = { ...target, url: 'http://127.0.0.1:4999' }
  expect(reportBefore(cwd, 'loop', { target: loopback, file })?.seed).toBe(5)
  expect(reportBefore(cwd, 'loop', { target: loopback, file: 'another.yaml' })).toBeUndefined()
})
