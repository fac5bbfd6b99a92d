import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { testClock } from './wire/testClock.test.data.js'
import { tryMain } from './cli/testIo.test.data.js'
import type { Report } from './judge/report.js'
import { library } from './tinyPack.test.data.js'

// The one line of the engine that names a pack.
vi.mock('./pack.js', async () => ({ pack: (await import('./tinyPack.test.data.js')).library }))

test.each([
  ['a library that is as it should be', [], 'pass', 0],
  ['one that opens again what is given back twice', ['opens-again'], 'fail', 1],
])('the commands run, settle and verify %s', async (_, faults, outcome, exit) => {
  const clock = testClock()
  const service = await library.reference.start({ faults })
  try {
    const files = { 'p.yaml': `target: { url: '${service.url}' }\n` }
    const first = await tryMain(['run', '--profile', 'p.yaml', '--out', 'here'], { clock, files })
    const { cwd } = first.io
    const report = (): Report => JSON.parse(readFileSync(join(cwd, 'here', 'report.json'), 'utf8'))
    expect(first.exit, first.io.both()).toBe(3)
    expect(report()).toMatchObject({
      pending: [{ scenario: 'later' }],
      checks: [
        { id: 'loan.open', outcome: 'pass' },
        { id: 'loan.closed', outcome: 'pass' },
        { id: 'borrow.edition-unlisted-refused', outcome: 'pass' },
        { id: 'later.stays-closed', outcome: 'untested' },
      ],
    })

    const early = await tryMain(['resume', 'here'], { clock, cwd })
    expect([early.exit, report().pending.length], early.io.both()).toEqual([3, 1])

    clock.advance(30 * 60_000)
    const second = await tryMain(['resume', 'here'], { clock, cwd })
    expect(second.exit, second.io.both()).toBe(exit)
    expect(report().pending).toEqual([])
    expect(report().checks.at(-1)).toMatchObject({ id: 'later.stays-closed', outcome })

    const verified = await tryMain(['verify', 'here'], { clock, cwd })
    expect(verified.io.both()).toContain('holds: the report follows from its 10 recorded exchanges')
    expect(verified.exit).toBe(0)
  } finally {
    await service.close()
  }
})
