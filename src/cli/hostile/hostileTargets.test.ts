// Servers on raw sockets that misbehave in every way we know, each at one moment of a run. The tables: behaviours/.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../docs.test.data.js'
import { moments, type Behaviour, type Moment } from './behaviour.test.data.js'
import { behaviours } from './behaviours/index.test.data.js'
import { complaintsOf } from './complaints.test.data.js'
import { hostileRun } from './hostileRun.test.data.js'
import { octospecProcesses } from './octospecProcesses.test.data.js'

const built = existsSync(join(root, 'dist', 'bundle', 'main.js'))
const processes = octospecProcesses(2, 6)
afterAll(() => processes.close())

/** One moment each, by turns: several behaviours come to the same, and together they meet every moment. */
const met = behaviours.map((behaviour, at): readonly [string, Behaviour, Moment] => {
  const moment = behaviour.moment ?? moments[at % moments.length] ?? 'first'
  return [`${behaviour.name}, at ${moment}`, behaviour, moment]
})

// `npm test` builds first; a bare `vitest` without dist/ leaves these out.
test.skipIf(!built).concurrent.each(met)('%s', async (_name, behaviour, moment) => {
  const run = async (): Promise<readonly string[]> =>
    complaintsOf(await hostileRun(behaviour, moment, processes), behaviour, moment)
  const first = await run()
  // A busy machine can make it lose a good answer, or look frozen once; what is wrong is wrong again.
  expect(first.length > 0 ? await run() : first).toEqual([])
})
