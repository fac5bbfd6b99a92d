import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from '../src/contract/specFile.js'

const program = specFile('../dist/scripts/abreast.js')

// `npm test` builds first; a bare `vitest` without dist/ leaves this out.
test.skipIf(!existsSync(program))(
  'scripts that run side by side fail together where one does, and each is heard',
  () => {
    const cwd = mkdtempSync(join(tmpdir(), 'octospec-abreast-'))
    const scripts = { good: 'echo all is well', bad: 'echo one fault >&2; exit 3' }
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ scripts }))
    const run = (...names: string[]): { readonly status: number | null; readonly stdout: string } =>
      spawnSync(process.execPath, [program, ...names], { cwd, encoding: 'utf8' })
    const { status, stdout } = run('bad', 'good', 'lost')
    expect(status).toBe(1)
    expect(stdout).toMatch(/one fault[^]*npm run bad failed/)
    expect(stdout).toContain('all is well')
    expect(stdout).toContain('npm run lost failed')
    expect(run('good').status).toBe(0)
  },
)
