import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import { harExchanges } from '../recording/harExchanges.js'
import { RecordingFile } from './recordingFile.js'

const exchange = (n: number, as: Exchange['as']): Exchange => ({
  n,
  scenario: 'recorded',
  purpose: 'get',
  as,
  input: {},
  request: { method: 'GET', url: 'http://127.0.0.1/bookings/1', headers: {} },
  response: null,
  startedAt: 0,
  durationMs: 1,
  clockMinutes: 0,
})

test('a recording is whole after each exchange, and says who asked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octospec-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'r.har')
  const file = new RecordingFile(path)
  const read = (): unknown[] => {
    const { log } = JSON.parse(readFileSync(path, 'utf8')) as { log: { entries: unknown[] } }
    return harExchanges(log.entries).map(({ seen }) => seen.as)
  }
  const seen = [read()]
  for (const as of ['other', 'reseller'] as const) {
    expect(file.add(exchange(seen.length, as))).toBe(true)
    seen.push(read())
  }
  expect(seen).toEqual([[], ['other'], ['other', 'reseller']])
  file.close()
  expect(seen.at(-1)).toEqual(read())
})
