import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Context } from '../../suites/transfers/vocabulary/context.js'
import type { TrialCheck } from '../suite/check.js'
import { expect as accepted } from '../suite/expect.js'
import { makeReport } from '../judge/makeReport.js'
import type { Answer } from '../wire/answer.js'
import { testClock } from '../wire/testClock.test.data.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { reply, testProfile, type Handler } from '../wire/testTarget.test.data.js'
import { silent } from './runContext.js'
import { settle } from './run.js'
import { runOn } from './runOn.test.data.js'
import { serveBookings, type BookingServer } from './serveBookings.test.data.js'
import { registryOf, type OneShot, type Timeline } from './stage.test.data.js'

let server: BookingServer | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

async function started(before?: Handler): Promise<BookingServer> {
  server = await serveBookings(before === undefined ? {} : { before })
  return server
}

function acting(id: string, act: (context: Context) => Promise<unknown>): OneShot {
  return { kind: 'one-shot', id, act }
}

/** Sends updates one after the other: each true one loses its connection. */
function losing(lost: readonly boolean[]): OneShot {
  return acting('losing', async ({ target }) => {
    for (const reference of lost) await target.update('b1', { reference: reference ? 'lose' : 'keep' })
    return {}
  })
}
const loses: Handler = ({ body, socket }) => {
  if (body.includes('lose')) socket.destroy()
}

test('a run that comes to its end says how long it took and what it sent', async () => {
  const { url } = await started()
  const clock = testClock()
  const reading = acting('reading', async ({ target }) => {
    clock.advance(90_000)
    return { answer: await target.get('b1') }
  })
  const { last } = await runOn(testProfile(url), registryOf({ scenarios: [reading] }), { clock })
  expect(last).toEqual({ type: 'end', reason: 'complete', durationMs: 90_000, requests: 2 })
})

test('a clock that is set back in the middle neither stalls a run nor confuses its times', async () => {
  const { url } = await started()
  const clock = testClock()
  const hour = 3_600_000
  const reading = acting('reading', async ({ target }) => {
    const answers = []
    for (let asked = 0; asked < 4; asked += 1) {
      if (asked === 2) clock.set(-hour)
      answers.push(await target.get('b1'))
    }
    return { answers }
  })
  const profile = testProfile(url)
  const limits = { ...profile.limits, requestsPerSecond: 2 }
  const { lines, last } = await runOn({ ...profile, limits }, registryOf({ scenarios: [reading] }), { clock })
  expect(Math.max(...clock.slept)).toBeLessThanOrEqual(500)
  const times = lines.flatMap((line) => (line.type === 'exchange' ? [line.exchange.startedAt] : []))
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 500, 1000, 1500, 2000])
  expect(last).toMatchObject({ durationMs: 2000 })
})

test('nor does it make a timeline wait longer', async () => {
  const { url } = await started()
  const clock = testClock()
  const ageing: Timeline = {
    kind: 'timeline',
    id: 'ageing',
    stages: () => [
      { at: 0, act: async () => Promise.resolve(clock.set(-3_600_000)).then(() => ({})) },
      { at: 10, act: async ({ target }) => ({ late: await target.get('b1') }) },
    ],
  }
  await runOn(testProfile(url), registryOf({ scenarios: [ageing] }), { clock, plan: { wait: true } })
  expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(600_000)
})

test('a run whose credentials are refused everywhere from some request on is aborted, and blames the server for nothing', async () => {
  let requests = 0
  const { url } = await started((_, response) => {
    requests += 1
    return requests > 3 ? reply(response, { error: 'FORBIDDEN' }, 403) : undefined
  })
  const booking = acting('booking', async ({ target, hold }) => {
    const { reserved } = await hold()
    return { confirmed: await target.confirm(reserved.bookingId) }
  })
  const confirms: TrialCheck = {
    kind: 'trial',
    id: 'booking.confirms',
    clause: '3/confirm-leaves-on-hold',
    title: 'confirm is accepted',
    scenario: 'booking',
    // The trial of that scenario holds this answer.
    judge: (data) => accepted((data as { readonly confirmed: Answer }).confirmed).toBeAccepted(),
  }
  const rest = Array.from({ length: 8 }, (_, index) => acting(`rest.${index}`, ({ hold }) => hold()))
  const registry = registryOf({ scenarios: [booking, ...rest], checks: [confirms] })
  const { judging, last } = await runOn(testProfile(url), registry, { concurrency: 1 })
  expect(last).toMatchObject({
    reason: 'aborted',
    since: 4,
    why: expect.stringContaining('the credentials are good no longer'),
  })
  const report = makeReport(judging, { file: '', sha256: '', exchanges: 0 })
  expect(report.verdict).toBe('aborted')
  expect(report.checks.map(({ outcome }) => outcome)).toEqual(['untested'])
})

test('a target that breaks six connections in a row is given up', async () => {
  const { url, bodies } = await started(loses)
  const { lines, last } = await runOn(testProfile(url), registryOf({ scenarios: [losing(Array(10).fill(true))] }))
  expect(bodies('PATCH /bookings/b1')).toHaveLength(6)
  const [failure] = lines.flatMap((line) => (line.type === 'exchange' ? (line.exchange.failure ?? []) : []))
  expect(failure?.kind).toBe('connection')
  expect(last).toMatchObject({
    reason: 'aborted',
    why: expect.stringContaining(`the target stopped answering: ${failure?.message}`),
  })
})

test('so is one that leaves six requests in a row without an answer', async () => {
  const { url } = await started(({ method }) => (method === 'PATCH' ? new Promise(() => undefined) : undefined))
  const profile = testProfile(url)
  const limits = { ...profile.limits, concurrency: 6, timeoutSeconds: 0.5 }
  const waiting = acting('waiting', ({ target }) =>
    Promise.all(Array.from({ length: 6 }, () => target.update('b1', { reference: 'x' }))),
  )
  const { last } = await runOn({ ...profile, limits }, registryOf({ scenarios: [waiting] }))
  expect(last).toMatchObject({
    reason: 'aborted',
    why: 'the target stopped answering: no complete answer within 0.5 s; see that the target is up, then run again',
  })
})

test('a target that answers in between is not', async () => {
  const { url, bodies } = await started(loses)
  const five = Array<boolean>(5).fill(true)
  const scenarios = [losing([...five, false, ...five])]
  expect((await runOn(testProfile(url), registryOf({ scenarios }))).last).toMatchObject({ reason: 'complete' })
  expect(bodies('PATCH /bookings/b1')).toHaveLength(11)
})

test('a run that is interrupted begins no further scenario', async () => {
  const { url } = await started()
  const controller = new AbortController()
  const interrupting = acting('interrupting', async ({ hold }) => {
    await hold()
    controller.abort('for no reason given')
    return {}
  })
  const begun: string[] = []
  const clock = { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/m' } } as const
  const stages = [{ at: 0, act: () => Promise.resolve({}) }]
  const ageing: Timeline = { kind: 'timeline', id: 'ageing', stages: () => stages }
  const { last, judging } = await runOn(
    testProfile(url, { clock }),
    registryOf({ scenarios: [interrupting, acting('other', () => Promise.resolve({})), ageing] }),
    { signal: controller.signal, concurrency: 1, progress: { ...silent, started: (id) => void begun.push(id) } },
  )
  expect(begun).toEqual(['interrupting'])
  expect(judging.bookings).toMatchObject([{ fate: 'cancelled' }])
  expect(last).toMatchObject({ reason: 'aborted', why: 'the run was interrupted' })
})

test('the holds of a timeline that has begun are cancelled when the run is interrupted meanwhile', async () => {
  const { url } = await started()
  const controller = new AbortController()
  const ageing: Timeline = {
    kind: 'timeline',
    id: 'ageing',
    stages: () => [
      { at: 0, act: ({ hold }) => hold() },
      { at: 60, act: () => Promise.resolve({}) },
    ],
  }
  const interrupting = acting('interrupting', () => {
    controller.abort(new Error('stopped by hand'))
    return Promise.resolve({})
  })
  const { judging, last } = await runOn(testProfile(url), registryOf({ scenarios: [interrupting, ageing] }), {
    signal: controller.signal,
    concurrency: 1,
  })
  expect(judging.bookings).toMatchObject([{ scenario: 'ageing', fate: 'cancelled' }])
  expect(judging.pending).toEqual([])
  expect(last).toMatchObject({ reason: 'aborted', why: 'stopped by hand' })
})

test('a run that is interrupted at its very start sends nothing and is aborted', async () => {
  const { url, received } = await started()
  const signal = AbortSignal.abort(new Error('stopped by hand'))
  const { last } = await runOn(testProfile(url), registryOf({ scenarios: [losing([false])] }), { signal })
  expect(received).toEqual([])
  expect(last).toEqual({ type: 'end', reason: 'aborted', why: 'stopped by hand', durationMs: 0, requests: 0 })
})

test('evidence that cannot be written ends the run with what kept it from being written', async () => {
  const { url, reserved } = await started()
  const sink = {
    write: ({ type }: { type: string }) => {
      if (type === 'exchange') throw new Error('the disk is full')
    },
  }
  const scenarios = [acting('holding', ({ hold }) => hold())]
  await expect(runOn(testProfile(url), registryOf({ scenarios }), { sink })).rejects.toThrow('the disk is full')
  expect(reserved()).toEqual([])
})

test('what one scenario breaks off with does not end the run before the others, whose bookings it names', async () => {
  const { url, reserved } = await started()
  // Its evidence cannot be written, so that not even the end of the scenario can be told.
  const sink = {
    write: (line: EvidenceLine) => {
      if (line.type === 'trial' && line.scenario === 'broken') throw new Error('the disk is full')
      lines.push(line)
    },
  }
  const lines: EvidenceLine[] = []
  const broken = { kind: 'timeline', id: 'broken', stages: () => [] } as const
  const holding = acting('holding', async ({ hold }) => [await hold(), await hold()])
  const registry = registryOf({ scenarios: [broken, holding] })
  await expect(runOn(testProfile(url), registry, { sink, concurrency: 2 })).rejects.toThrow('the disk is full')
  expect(reserved()).toHaveLength(2)
  expect(lines.at(-1)?.type).toBe('end')
  expect(lines.findLast((line) => line.type === 'bookings')).toMatchObject({
    bookings: [{ fate: 'cancelled' }, { fate: 'cancelled' }],
  })
})

test('neither a run nor a later visit leaves a connection open', async () => {
  const sockets: Socket[] = []
  const keeping = createServer((_, response) => response.end('[]')).on('connection', (socket) => sockets.push(socket))
  // Longer than a test may take: who leaves a connection open has it open.
  keeping.keepAliveTimeout = 600_000
  keeping.listen(0, '127.0.0.1')
  await once(keeping, 'listening')
  const allClosed = (): Promise<unknown> =>
    Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket, 'close')))

  // Listening on a port, a server's address is an object.
  const { port } = keeping.address() as AddressInfo
  const reading: Timeline = {
    kind: 'timeline',
    id: 'reading',
    stages: () => [0, 10].map((at) => ({ at, act: ({ target }) => target.get('b1') })),
  }
  const { judging, options, clock } = await runOn(
    testProfile(`http://127.0.0.1:${port}`),
    registryOf({ scenarios: [reading] }),
  )
  await allClosed()
  const seen = sockets.length
  clock.advance(10 * 60_000)
  await settle(judging, options)
  expect(sockets.length).toBeGreaterThan(seen)
  await allClosed()
  keeping.close()
})
