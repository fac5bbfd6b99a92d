// A scenario that waits for what never comes: whoever asks the run to end is obeyed all the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Context } from '../../suites/transfers/vocabulary/context.js'
import { systemClock, type Clock } from '../wire/clock.js'
import type { Report } from '../judge/report.js'
import type { TrialCheck } from '../suite/check.js'
import type { Pack } from '../suite/pack.js'
import { main } from './main.js'
import { testIo, type TestIo } from './testIo.test.data.js'

const held = vi.hoisted(() => ({ tell: (): void => undefined }))

vi.mock('../pack.js', async (original) => {
  const { pack } = await original<{ pack: Pack }>()
  const check: TrialCheck = {
    kind: 'trial',
    id: 'hung.never-ends',
    clause: '4.2/new-booking-on-hold',
    title: 'it never ends',
    scenario: 'hung',
    judge: () => ({ outcome: 'pass' }),
  }
  const act = async ({ hold }: Context): Promise<never> => {
    await hold()
    held.tell()
    return new Promise(() => undefined)
  }
  const hung = { kind: 'one-shot', id: 'hung', act, uses: ['reserve'], bookings: () => 1 } as const
  return {
    pack: {
      ...pack,
      scenarios: new Map([...pack.scenarios, [hung.id, hung]]),
      checks: new Map([...pack.checks, [check.id, check]]),
    },
  }
})

const argv = ['run', '--reference', '--only', 'hung.never-ends', '--out', 'out', '--report', 'json']
const reportOf = (io: TestIo): Report => JSON.parse(readFileSync(join(io.cwd, 'out', 'report.json'), 'utf8')) as Report

test('a run of which a scenario never ends ends at the first Ctrl-C, cleans up and reports', async () => {
  const io = testIo()
  held.tell = () => io.interrupt()
  expect(await main(argv, io), io.both()).toBe(4)
  const { verdict, problems, bookings } = reportOf(io)
  expect([verdict, problems]).toEqual(['aborted', ['the run was interrupted by SIGINT']])
  expect(bookings.filter(({ scenario }) => scenario === 'hung')).toMatchObject([{ fate: 'cancelled' }])
})

test('and at its time limit', async () => {
  // It is over once the scenario is at the point that it never leaves.
  const over = new Promise<void>((resolve) => (held.tell = resolve))
  const sleep: Clock['sleep'] = (ms, signal) => (ms === 3_600_000 ? over : systemClock.sleep(ms, signal))
  const io = testIo({ clock: { ...systemClock, sleep } })
  expect(await main([...argv, '--time-limit', '1h'], io), io.both()).toBe(4)
  expect(reportOf(io).problems).toEqual(['the run took longer than its time limit of 1h'])
  expect(reportOf(io).bookings.filter(({ remains }) => remains !== 'nothing')).toEqual([])
})
