import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { systemClock, type Clock } from '../client/clock.js'
import type { Report } from '../judge/report.js'
import { main } from './main.js'
import { testIo, tryMain } from './testIo.test.data.js'

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 40_000 })

test('watching, what failed runs again when the server is back, then all of it; and all when the profile changes', async () => {
  const broken = await startReference({ faults: ['transfers-refuse-gbp'] })
  let looks = 0
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => {
      looks += 1
      return systemClock.sleep(ms, signal)
    },
  }
  const io = testIo({ clock })
  const profile = `target: { url: '${broken.url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
  io.file('octospec.yaml', profile)
  const ended = main(['run', '--watch', '--only', 'transfers.accepted', '--only', 'transfers.field-*', '--quiet'], io)
  const report = (): Report =>
    JSON.parse(readFileSync(join(io.cwd, 'reports', 'watch', 'report.json'), 'utf8')) as Report
  const watching = (times: number): Promise<void> =>
    soon(() => expect(io.err().split('watching the profile and the server').length - 1).toBe(times))
  await watching(1)
  expect(report().verdict).toBe('fails')
  const whole = report().checks.length
  await broken.close()
  const seen = looks
  // By the second look since, it was seen to be gone.
  await soon(() => expect(looks).toBeGreaterThan(seen + 1))
  const mended = await startReference({ port: broken.port })
  try {
    await watching(2)
    expect(io.err()).toContain('the server is back: running the 1 check that failed')
    expect(io.out().match(/^verdict/gm)).toHaveLength(3)
    expect(report()).toMatchObject({ verdict: 'conforms', checks: { length: whole } })
    io.file('octospec.yaml', `${profile}unknown: 1\n`)
    await watching(3)
    expect(io.err()).toMatch(/the profile has changed: running all of it[^]*OCTOSPEC_PROFILE/)
    io.file('octospec.yaml', `${profile}# as it was\n`)
    await watching(4)
    expect(report().verdict).toBe('conforms')
    io.interrupt()
    expect(await ended, io.both()).toBe(0)
  } finally {
    await mended.close()
  }
}, 120_000)

test('what cannot be watched is wrong use', async () => {
  for (const more of [['--reference'], ['--shard', '1/2'], ['--rerun-failed', 'x']]) {
    const { exit, err } = await tryMain(['run', '--watch', ...more])
    expect(exit).toBe(2)
    expect(err).toContain(`--watch and ${more[0] ?? ''} exclude each other`)
  }
})
