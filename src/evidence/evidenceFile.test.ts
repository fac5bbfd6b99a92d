import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import type { EvidenceLine } from './evidence.js'
import { evidenceFile, resumeEvidenceFile } from './evidenceFile.js'
import { allOf } from './allOf.test.data.js'
import { readEvidence } from './readEvidence.js'

const path = (): string => join(mkdtempSync(join(tmpdir(), 'octospec-')), 'exchanges.ndjson')
const trial = (scenario: string, data: string): EvidenceLine => ({
  type: 'trial',
  scenario,
  trial: 1,
  phase: 'once',
  data,
})
const done = (scenario: string): EvidenceLine => ({ type: 'done', scenario })
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

async function read(file: string): Promise<EvidenceLine[]> {
  return allOf(readEvidence(file))
}

test('what was written is read again, line by line, and hashes to what was said', async () => {
  const file = path()
  const sink = evidenceFile(file)
  const lines = [trial('a', 'x\u2028y\u001b[2J'), done('a'), trial('b', 'é😀'.repeat(200_000)), done('b')]
  for (const line of lines) sink.write(line)
  expect(sink.close()).toEqual({ sha256: hashOf(file), exchanges: 0, failed: null })
  expect(await read(file)).toEqual(lines)
  expect(readFileSync(file, 'utf8')).not.toMatch(/[\u2028\u001b]/)
})

test('a trial is in the file at once, so that a run that is killed leaves it', () => {
  const file = path()
  const sink = evidenceFile(file)
  sink.write({ type: 'bookings', bookings: [] })
  expect(existsSync(file)).toBe(false)
  sink.write(trial('a', 'x'))
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3)
})

test('evidence that somebody removed meanwhile is said to be gone, once', () => {
  const file = path()
  const told: unknown[] = []
  const sink = evidenceFile(file, { onError: (error) => told.push(error.message) })
  sink.write(done('a'))
  rmSync(dirname(file), { recursive: true })
  for (const scenario of ['b', 'c']) sink.write(done(scenario))
  expect(told).toEqual([`cannot write ${file}: it was removed while octospec wrote it`])
  expect(sink.close().failed).toMatchObject({ message: told[0] })
})

test('a second visit goes on after the first, without a line that was cut off', async () => {
  const file = path()
  const first = evidenceFile(file)
  first.write(trial('a', 'x'))
  first.close()
  appendFileSync(file, '{"type":"trial","scen')
  const reader = readEvidence(file)
  const taken = await allOf(reader)
  expect(reader).toMatchObject({ cutOff: true, lines: 1 })
  const second = resumeEvidenceFile(reader)
  second.write(done('a'))
  expect(second.close().sha256).toBe(hashOf(file))
  expect(taken).toEqual([trial('a', 'x')])
  expect(await read(file)).toEqual([trial('a', 'x'), done('a')])
})

test('a line that is no evidence is named by its number', async () => {
  const file = path()
  writeFileSync(file, '{"type":"done","scenario":"a"}\n{"type":"done"\n')
  await expect(read(file)).rejects.toThrow(/exchanges\.ndjson:2: the line is no JSON/)
  writeFileSync(file, '{"type":"nonsense"}\n')
  await expect(read(file)).rejects.toThrow(/:1: the line is of no known type/)
  await expect(read(`${file}x`)).rejects.toThrow('there is no such file')
})

test('a line without an end is refused before it fills the memory', async () => {
  const file = path()
  writeFileSync(file, 'x'.repeat(17 * 1024 * 1024))
  await expect(read(file)).rejects.toThrow('longer than any')
})

test('a file that cannot be written is told once and does not throw in the middle of a run', () => {
  const file = join(path(), 'below-a-file-that-is-none')
  const told: string[] = []
  const sink = evidenceFile(file, { onError: (error) => told.push(error.code) })
  sink.write(trial('a', 'x'))
  sink.write(trial('a', 'y'))
  expect(told).toEqual(['OCTOSPEC_OUTPUT'])
  expect(sink.close().failed?.message).toContain('cannot write')
})

test('a reservation is in the file before it is sent, and its answer before anything follows from it', () => {
  const file = path()
  const sink = evidenceFile(file)
  const exchange = (purpose: Exchange['purpose']): Exchange => ({
    n: 1,
    scenario: 's',
    purpose,
    as: 'reseller',
    input: {},
    request: { method: 'POST', url: 'http://a', headers: {} },
    response: null,
    startedAt: 0,
    durationMs: 0,
    clockMinutes: 0,
  })
  const lines = (): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0)
  sink.write({ type: 'exchange', exchange: exchange('get') })
  expect(lines()).toBe(0)
  sink.write({ type: 'intent', exchange: exchange('reserve') })
  expect(lines()).toBe(2)
  sink.write({ type: 'exchange', exchange: exchange('reserve') })
  expect(lines()).toBe(3)
})
