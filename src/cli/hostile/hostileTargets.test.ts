// Targets on raw sockets that misbehave in every way we know of, at each moment of a run: the tables are in behaviours/.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../docs.test.data.js'
import { awaited } from './awaited.test.data.js'
import { moments, type Behaviour, type Moment } from './behaviour.test.data.js'
import { behaviours } from './behaviours/index.test.data.js'
import { complaintsOf } from './complaints.test.data.js'
import { hostileRun } from './hostileRun.test.data.js'
import { octospecProcesses, type Ended } from './octospecProcesses.test.data.js'

const built = existsSync(join(root, 'dist', 'bundle', 'main.js'))
const all = Object.values(behaviours).flat()
const processes = octospecProcesses(2, 6)
afterAll(() => processes.close())

// `npm test` builds first; a bare `vitest` without dist/ leaves these out.
test.skipIf(!built).concurrent.each(all.map((each) => [each.name, each] as const))(
  '%s',
  { timeout: 120_000 },
  async (_name, behaviour) => {
    const found = await Promise.all(moments.map((moment) => complaintsAt(behaviour, moment)))
    expect(found.flat()).toEqual([])
  },
)

/** What is wrong at a moment, or that nothing is, where something is awaited to be. */
async function complaintsAt(behaviour: Behaviour, moment: Moment): Promise<readonly string[]> {
  const known = awaited.find(
    ({ behaviours: which, moments: when }) => which.test(behaviour.name) && when.includes(moment),
  )
  const run = async (): Promise<readonly string[]> =>
    complaintsOf(await hostileRun(behaviour, moment, processes), behaviour, moment)
  const first = await run()
  // A busy machine can make it lose a good answer, or look frozen once; what is wrong is wrong again.
  const complaints = first.length > 0 ? await run() : first
  if (known === undefined) return complaints.map((complaint) => `${moment}: ${complaint}`)
  return complaints.length > 0 ? [] : [`${moment}: ${known.what} is done: its line in awaited.test.data.ts may go`]
}

test('there are enough behaviours, each with a name of its own', () => {
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test.skipIf(!built)(
  'what a run left behind whose process was ended is not looked for in the report of the next',
  async () => {
    const [behaviour] = all.filter(({ name }) => name === '429 for ever, with a Retry-After in the year 9999')
    if (behaviour === undefined) throw new Error('there is no such behaviour')
    const delivered: (Ended | null)[] = []
    const endedOnce: typeof processes.run = async (argv, profile, alone) => {
      delivered.push(await processes.run(argv, profile, true))
      return alone ? (delivered.at(-1) ?? null) : null
    }
    const run = await hostileRun(behaviour, 'cancel', { run: endedOnce })
    expect(delivered.map((each) => each?.delivery?.exit)).toEqual([0, 0])
    expect(run.booked.filter(({ isOpen }) => isOpen)).not.toEqual([])
    expect(complaintsOf(run, behaviour, 'cancel')).toEqual([])
  },
)

test('what is awaited is in the table', () => {
  for (const { behaviours: which } of awaited)
    expect(
      all.some(({ name }) => which.test(name)),
      String(which),
    ).toBe(true)
})
