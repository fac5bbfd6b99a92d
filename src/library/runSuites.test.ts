import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { readEvidence, RunError, runSuites, startReference } from '../index.js'

test('a program runs the suites and reads the evidence that they leave', async () => {
  const reference = await startReference()
  try {
    const out = join(mkdtempSync(join(tmpdir(), 'octospec-')), 'out')
    mkdirSync(out)
    writeFileSync(join(out, 'octospec-files.json'), '{ "files": { "exchanges.ndjson": null } }')
    writeFileSync(join(out, 'exchanges.ndjson'), 'of a run that was killed')
    const { report, folder, keptAside } = await runSuites({
      profile: specFile('transfers/profiles/reference.yaml'),
      overrides: { 'target.url': reference.url },
      only: ['transfers.*'],
      out,
    })
    expect(folder).toBe(out)
    expect(keptAside?.startsWith(join(out, 'earlier-'))).toBe(true)
    expect(readFileSync(join(keptAside ?? '', 'exchanges.ndjson'), 'utf8')).toBe('of a run that was killed')
    expect(report.command).toEqual([
      'npx',
      'octospec',
      'run',
      '--profile',
      specFile('transfers/profiles/reference.yaml'),
      '--target',
      reference.url,
    ])
    expect(report.summary.checks.fail).toBe(0)
    expect(report.summary.checks.pass).toBeGreaterThan(0)
    expect(existsSync(join(out, 'report.json'))).toBe(true)
    const types = new Set<string>()
    for await (const { type } of readEvidence(join(out, report.evidence.file))) types.add(type)
    expect([...types]).toEqual(expect.arrayContaining(['plan', 'exchange', 'trial', 'end']))
  } finally {
    await reference.close()
  }
})

test('a run that cannot start throws, and its report says why', async () => {
  const out = join(mkdtempSync(join(tmpdir(), 'octospec-')), 'out')
  const profile = specFile('transfers/profiles/reference.yaml')
  const run = runSuites({ profile, overrides: { 'target.url': 'http://127.0.0.1:1' }, out })
  await expect(run).rejects.toThrow(RunError)
  const report: unknown = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  expect(report).toMatchObject({
    verdict: 'aborted',
    problems: [expect.stringContaining('got no answer')],
    remedy: expect.stringMatching(/^start the target/),
  })
})
