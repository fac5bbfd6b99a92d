import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportOf } from '../judge/report.test.data.js'
import { tellGithub } from './finishRun.js'
import { testIo } from './testIo.test.data.js'

test('a step summary that is a pipe which nobody reads is noted, and keeps no run from its end', async () => {
  const io = testIo()
  const pipe = join(io.cwd, 'pipe')
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  expect(await tellGithub(reportOf([]), ['a line'], { ...io, env: { GITHUB_STEP_SUMMARY: pipe } })).toEqual(['a line'])
  expect(io.err()).toContain('note: the step summary could not be written')
})

test('a step summary is added to what stands there', async () => {
  const io = testIo()
  io.file('summary.md', 'before\n')
  await tellGithub(reportOf([]), [], { ...io, env: { GITHUB_STEP_SUMMARY: join(io.cwd, 'summary.md') } })
  expect(readFileSync(join(io.cwd, 'summary.md'), 'utf8')).toMatch(/^before\n## /)
})
