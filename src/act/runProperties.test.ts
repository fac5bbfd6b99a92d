import fc from 'fast-check'
import { afterEach, expect as that, test } from 'vitest'
import type { TrialCheck } from '../suite/check.js'
import { fail, pass, untested } from '../suite/judgement.js'
import type { Scenario } from '../suite/scenario.js'
import type { Context } from '../../suites/transfers/vocabulary/context.js'
import type { TransferAnswer as Answer } from '../../suites/transfers/answer.js'
import { closeReference, registryOf, checkOf, attempt } from './attempt.test.data.js'

afterEach(closeReference)

const outside: Scenario = {
  kind: 'property',
  id: 'outside',
  edges: () => [1],
  arbitrary: () => fc.integer({ min: 1, max: 1000 }),
  samples: { low: 0, normal: 3, high: 10 },
  shrinks: 20,
  prepare: async (context: Context) => ({ availabilityId: await context.slot() }),
  act: async ({ target }: Context, value, prepared) => {
    // What prepare returned above, and a value of the arbitrary above.
    const { availabilityId } = prepared as { availabilityId: string }
    return { answer: await target.reserve({ availabilityId, expirationMinutes: 200 + (value as number) }) }
  },
}

test('a property tries its edges and its samples', async () => {
  const registry = registryOf(
    [outside],
    [checkOf<{ answer: Answer }>('outside', ({ answer }) => (answer.refused ? pass : untested('it was accepted')))],
  )
  const { check, evidence } = await attempt(registry)
  that(check).toMatchObject({ outcome: 'pass', judged: 4 })
  that(evidence.filter(({ type }) => type === 'trial')).toMatchObject([
    { phase: 'edge' },
    { phase: 'sample' },
    { phase: 'sample' },
    { phase: 'sample' },
  ])
})

test('a failing sample is shrunk to the smallest value, and says how to find it again', async () => {
  const judge = ({ value }: { value: number }): ReturnType<TrialCheck['judge']> =>
    value > 40
      ? fail({ message: `${value} was accepted`, expected: 'a', received: 'b', exchange: 2, pointer: '' })
      : pass
  const registry = registryOf([outside], [checkOf('outside', judge)])
  const { check } = await attempt(registry, { plan: { effort: 'high', seed: 5 } })
  that(check.findings[0]?.message).toBe('41 was accepted')
  that(check.replay).toMatch(/^--seed 5:\d/)
})

test('a failing edge is shrunk as well', async () => {
  const judge = ({ value }: { value: number }): ReturnType<TrialCheck['judge']> =>
    value >= 7
      ? fail({ message: `${value} was accepted`, expected: 'a', received: 'b', exchange: 2, pointer: '' })
      : pass
  const registry = registryOf([{ ...outside, edges: () => [900] }], [checkOf('outside', judge)])
  const { check } = await attempt(registry, { plan: { effort: 'low' } })
  that(check.findings[0]?.message).toBe('7 was accepted')
})

test('the same seed sends the same requests in the same order', async () => {
  const registry = registryOf([outside], [checkOf('outside', () => pass)])
  const sent = async (): Promise<unknown> =>
    (await attempt(registry)).evidence.flatMap((line) =>
      line.type === 'exchange' ? [[line.exchange.purpose, line.exchange.input]] : [],
    )
  that(await sent()).toEqual(await sent())
})
