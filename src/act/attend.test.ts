import { afterEach, expect, test } from 'vitest'
import type { Context } from '../../suites/transfers/vocabulary/context.js'
import { testClock } from '../wire/testClock.test.data.js'
import { reply, testProfile, type Handler } from '../wire/testTarget.test.data.js'
import type { Timeline } from '../suite/scenario.js'
import { runOn, type Ran } from './runOn.test.data.js'
import { serveBookings, type BookingServer } from './serveBookings.test.data.js'
import { registryOf, type OneShot } from './stage.test.data.js'

let server: BookingServer | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

const never = new Promise<never>(() => undefined)
const acting = (id: string, act: (context: Context) => Promise<unknown>): OneShot => ({ kind: 'one-shot', id, act })

/** Runs on a service; seconds by which a run is looked at pass as soon as nothing else happens. */
async function ran(
  scenarios: readonly (OneShot | Timeline)[],
  options: Parameters<typeof runOn>[2] = {},
  before?: Handler,
): Promise<Ran> {
  server = await serveBookings(before === undefined ? {} : { before })
  return runOn(testProfile(server.url), registryOf({ scenarios }), { ticks: testClock(), ...options })
}

test('a scenario that never settles ends the run, which says so, and what it holds is cancelled', async () => {
  const hung = acting('hung', async ({ hold }) => hold().then(() => never))
  const { last, judging } = await ran([hung, acting('other', ({ hold }) => hold())])
  expect(last).toMatchObject({ type: 'end', reason: 'aborted', why: expect.stringMatching(/stood still.*\(hung\)/) })
  expect(judging.bookings).toMatchObject([{ fate: 'cancelled' }, { fate: 'cancelled' }])
})

test('those that wait for its place, for quiet or for time do not keep the run from ending either', async () => {
  const hung = acting('hung', async ({ hold }) => hold().then(() => never))
  const quiet = acting('quiet', async ({ hold, quiet: look, target }) => {
    const { reserved } = await hold()
    return look(() => target.get(reserved.bookingId))
  })
  const stages = [0, 60].map((at) => ({ at, act: async ({ hold }: Context) => hold() }))
  const ageing = { kind: 'timeline', id: 'ageing', stages: () => stages } as const
  const { last, judging } = await ran([quiet, ageing, hung, acting('late', ({ hold }) => hold())], { concurrency: 2 })
  expect(last).toMatchObject({ reason: 'aborted' })
  expect(new Set(judging.bookings.map(({ fate }) => fate))).toEqual(new Set(['cancelled']))
})

test('a run that is interrupted ends though a scenario never settles, and says that it was interrupted', async () => {
  const controller = new AbortController()
  const hung = acting('hung', async ({ hold }) => {
    await hold()
    controller.abort(new Error('stopped by hand'))
    return never
  })
  const { last, judging } = await ran([hung], { signal: controller.signal })
  expect(last).toMatchObject({ reason: 'aborted', why: 'stopped by hand' })
  expect(judging.bookings).toMatchObject([{ fate: 'cancelled' }])
})

test('where not even cleaning up settles, the run ends all the same, and names what is left', async () => {
  const registry = registryOf({ scenarios: [acting('hung', async ({ hold }) => hold().then(() => never))] })
  server = await serveBookings({})
  const stuck = { ...registry, acts: { ...registry.acts, cleanUp: () => never } }
  const { last, judging } = await runOn(testProfile(server.url), stuck, { ticks: testClock() })
  expect(last).toMatchObject({ reason: 'aborted' })
  expect(judging.bookings).toMatchObject([{ scenario: 'hung', fate: 'on-hold' }])
})

test('an answer that takes its time is no standstill', async () => {
  const ticks = testClock()
  const slow: Handler = async ({ method }, response) => {
    if (method !== 'PATCH') return undefined
    // Until the run was looked at more often than it takes to call it still.
    while (ticks.slept.length < 40) await new Promise((resolve) => setImmediate(resolve))
    return reply(response, {})
  }
  const waiting = acting('waiting', ({ target }) => target.update('b1', { reference: 'x' }))
  expect((await ran([waiting], { ticks }, slow)).last).toMatchObject({ reason: 'complete' })
  expect(ticks.slept.length).toBeGreaterThanOrEqual(40)
})
