import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evidenceFile, resumeEvidenceFile } from './evidenceFile.js'
import { allOf } from './allOf.test.data.js'
import { type EvidenceReader, readEvidence } from './readEvidence.js'
import { openRunKey, provenLines, type RunKey, whyUnproven } from './seal.js'

const keyOf = (letter: string): RunKey => openRunKey({ OCTOSPEC_RUN_KEY: letter.repeat(32) }, false)
const key = keyOf('a')

function written(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'octospec-')), 'exchanges.ndjson')
  const sink = evidenceFile(file, { key })
  sink.write({ type: 'bookings', bookings: [] })
  sink.write({ type: 'done', scenario: 'a' })
  sink.write({ type: 'done', scenario: 'b' })
  sink.close()
  return file
}

async function read(file: string): Promise<EvidenceReader> {
  const reader = readEvidence(file)
  await allOf(reader)
  return reader
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

test('what octospec wrote is proven to the last line, also after a second visit and where a killed run cut a line off', async () => {
  const file = written()
  expect(whyUnproven(await read(file), key)).toBeNull()
  appendFileSync(file, '{"type":"do')
  const again = resumeEvidenceFile(await read(file), { key })
  again.write({ type: 'done', scenario: 'c' })
  again.close()
  const all = await read(file)
  expect(whyUnproven(all, key)).toBeNull()
  expect(provenLines(all, key)).toBe(all.lines)
})

test('an edited, added, removed or moved line, another key and no key at all prove nothing', async () => {
  const edited = written()
  edit(edited, (text) => text.replace('"scenario":"a"', '"scenario":"x"'))
  expect(whyUnproven(await read(edited), key)).toContain('it was edited')
  expect(provenLines(await read(edited), key)).toBe(0)

  const added = written()
  appendFileSync(added, '{"type":"done","scenario":"x"}\n')
  expect(whyUnproven(await read(added), key)).toBe('only its first 5 of 6 lines are sealed: the rest was added')
  expect(provenLines(await read(added), key)).toBe(5)

  const removed = written()
  edit(removed, (text) => text.split('\n').slice(1).join('\n'))
  expect(whyUnproven(await read(removed), key)).toContain('it was edited')

  expect(whyUnproven(await read(written()), keyOf('b'))).toContain('sealed with another key')
  const bare = written()
  edit(bare, (text) => text.replaceAll(/^\{"type":"seal".*\n/gm, ''))
  expect(whyUnproven(await read(bare), key)).toBe('it carries no seal')
})

test('evidence that is not proven is never gone on with under a seal, which would prove it', async () => {
  const file = written()
  appendFileSync(file, '{"type":"done","scenario":"x"}\n')
  const reader = await read(file)
  expect(() => resumeEvidenceFile(reader, { key })).toThrow('without proof')
})
