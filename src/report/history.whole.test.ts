import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { main } from '../cli/main.js'
import { testIo } from '../cli/testIo.test.data.js'
import { reportOf } from '../judge/report.test.data.js'
import type { Report } from '../judge/report.js'
import { pack } from '../pack.js'
import { jsonReport } from './formats.js'
import { renderHistory } from './history.js'

const cwd = mkdtempSync(join(tmpdir(), 'octospec-history-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const check = { id: 'reserve.starts-on-hold', clause: '4.2/new-booking-on-hold', title: 'a new booking is on hold' }

function report(day: number, outcome: 'pass' | 'fail', url = 'https://a.example/octo'): Report {
  const made = reportOf([{ ...check, outcome }])
  return { ...made, startedAt: `2026-11-0${day}T08:00:00.000Z`, target: { ...made.target, url } }
}

function write(folder: string, what: Report): void {
  mkdirSync(join(cwd, folder), { recursive: true })
  writeFileSync(join(cwd, folder, 'report.json'), jsonReport(what))
}

test('the page shows what each run came to, what broke and was mended, and which check failed when', async () => {
  write('reports/a', report(1, 'pass'))
  write('reports/b', report(2, 'fail'))
  write('reports/c', report(3, 'pass'))
  write('reports/other/d', report(3, 'fail', 'https://b.example/octo'))
  writeFileSync(join(cwd, 'reports/b/report.html'), '<!doctype html>')
  const io = testIo({ cwd })
  expect(await main(['diff', '--history', 'reports', '--out', 'page.html'], io), io.both()).toBe(0)
  expect(io.out()).toContain('4 runs')
  const page = readFileSync(join(cwd, 'page.html'), 'utf8')
  const text = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('4 runs of 2 targets')
  const labels = [...page.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)
  expect(labels).toContain('Runs 2: https://b.example/octo')
  expect(new Set(labels).size).toBe(labels.length)
  expect(text.indexOf('https://b.example/octo')).toBeLessThan(text.indexOf('https://a.example/octo'))
  expect(text).toContain('1 new failure: reserve.starts-on-hold')
  expect(text).toContain('1 fixed: reserve.starts-on-hold')
  expect(page).toContain('href="reports/b/report.html"')
  expect(page).toMatch(/x-pass">✓<\/td><td class="x-fail">✕<\/td><td class="x-pass">✓/)
  expect(page).not.toContain('<script')
})

test('links that lead nowhere or in a circle, and what is no folder, are passed over', async () => {
  write('linked/a', report(1, 'pass'))
  for (const [to, name] of [
    ['circle', 'circle'],
    ['nowhere', 'dangling'],
    ['/dev/null', 'device'],
    ['.', 'itself'],
  ] as const)
    symlinkSync(to, join(cwd, 'linked', name))
  const io = testIo({ cwd })
  expect(await main(['diff', '--history', 'linked', '--out', 'linked.html'], io), io.both()).toBe(0)
})

test('targets on this machine are told apart by their profiles, as their addresses do not', async () => {
  for (const [at, file] of ['a.yaml', 'b.yaml', 'a.yaml'].entries())
    write(`local/${at}`, { ...report(at + 1, 'pass', 'http://127.0.0.1:4010'), profile: { file } })
  const io = testIo({ cwd })
  expect(await main(['diff', '--history', 'local', '--out', 'local.html'], io), io.both()).toBe(0)
  const page = readFileSync(join(cwd, 'local.html'), 'utf8')
  expect(page).toContain('3 runs of 2 targets')
  expect(page.match(/<code>.*?<\/code>/g)).toEqual([
    '<code>http://127.0.0.1:4010 (a.yaml)</code>',
    '<code>http://127.0.0.1:4010 (b.yaml)</code>',
  ])
})

test('a page is written over the one before, and over nothing else', async () => {
  write('one', report(1, 'pass'))
  const io = testIo({ cwd })
  expect(await main(['diff', '--history', 'one'], io)).toBe(0)
  expect(await main(['diff', '--history', 'one'], io)).toBe(0)
  writeFileSync(join(cwd, 'mine.html'), 'mine')
  expect(await main(['diff', '--history', 'one', '--out', 'mine.html'], io)).toBe(2)
  expect(readFileSync(join(cwd, 'mine.html'), 'utf8')).toBe('mine')
})

test('folders without a run are wrong use, and a broken report is passed over with a note', async () => {
  mkdirSync(join(cwd, 'empty'), { recursive: true })
  const io = testIo({ cwd })
  expect(await main(['diff', '--history', 'empty'], io)).toBe(2)
  write('some/good', report(1, 'pass'))
  mkdirSync(join(cwd, 'some/bad'), { recursive: true })
  writeFileSync(join(cwd, 'some/bad/report.json'), '{')
  expect(await main(['diff', '--history', 'some', '--out', 'some.html'], io)).toBe(0)
  expect(io.both()).toMatch(/note: .*bad.*not JSON/)
})

test('nothing that a report says is markup', () => {
  const evil = '"><script>window.hacked=1</script>'
  const hostile = report(1, 'fail', `https://a.example/${evil}`)
  const page = renderHistory(
    pack.contract,
    [
      {
        folder: join(cwd, evil),
        report: { ...hostile, checks: hostile.checks.map((each) => ({ ...each, title: evil })) },
      },
    ],
    cwd,
  )
  expect(page).not.toContain('<script')
})
