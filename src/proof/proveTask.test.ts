import { expect, test } from 'vitest'
import type { Pack } from '../suite/pack.js'
import { library } from '../tinyPack.test.data.js'
import type { ProofRow } from './proof.js'
import { proveTask } from './proveTask.js'

/** Runs of the library with these variants on together, where `breaks` says which of them never close a loan. */
async function together(
  names: readonly string[],
  breaks: (on: readonly string[]) => boolean,
): Promise<{ row: ProofRow; runs: (readonly string[])[] }> {
  const runs: (readonly string[])[] = []
  const varied: Pack = {
    ...library,
    reference: {
      ...library.reference,
      variant: (name) => ({ name, title: name }),
      start: ({ variants = [] } = {}) => {
        runs.push(variants)
        if (variants.includes('no profile fits') && variants.length > 1) throw new Error('there is no such profile')
        return library.reference.start(breaks(variants) ? { faults: ['never-closes'] } : {})
      },
    },
  }
  return { row: await proveTask({ kind: 'variant', names, dialect: 'plain' }, varied), runs }
}

test('variants that turn nothing red together hold after one run', async () => {
  const { row, runs } = await together(['a', 'b', 'c'], () => false)
  expect(row).toMatchObject({ holds: true, names: ['a', 'b', 'c'] })
  expect(runs).toEqual([['a', 'b', 'c']])
})

test('the one that turns something red by itself is found, and named', async () => {
  const { row } = await together(['a', 'b', 'c', 'bad'], (on) => on.includes('bad'))
  expect(row).toMatchObject({
    holds: false,
    names: ['a', 'b', 'c', 'bad'],
    why: expect.stringMatching(/^bad: loan\.closed \(fail\)[^;]*turned red$/),
  })
})

test('two that turn something red only where both are on hold, each by itself', async () => {
  const { row, runs } = await together(['a', 'b', 'c'], (on) => on.includes('a') && on.includes('b'))
  expect(row).toMatchObject({ holds: true, names: ['a', 'b', 'c'] })
  expect(row.why).toBeUndefined()
  expect(runs).toEqual([['a', 'b', 'c'], ['a', 'b'], ['a'], ['b'], ['c']])
})

test('two that no profile fits are run alone', async () => {
  const { row, runs } = await together(['a', 'no profile fits'], () => false)
  expect(row).toMatchObject({ holds: true, crash: expect.stringContaining('there is no such profile') })
  expect(runs.slice(1)).toEqual([['a'], ['no profile fits']])
})

/** Faults of the library that are on together, of which those that `blind` names are told of by no check: its loans are closed as they should be. */
async function each(names: readonly string[], blind: readonly string[], crash?: string): Promise<ProofRow> {
  const [fault] = library.reference.faults
  if (fault === undefined) throw new Error('the library has no fault')
  const faults = names.map((name) => ({
    ...fault,
    name,
    ...(blind.includes(name) && { clause: '1/borrow-open', seenAs: [] }),
  }))
  const broken: Pack = {
    ...library,
    reference: {
      ...library.reference,
      fault: (name) => faults.find((one) => one.name === name) ?? fault,
      shownIn: (name) => [{ operation: blind.includes(name) ? 'borrow' : 'giveBack', place: '/state' }],
      start: ({ faults: on = [] } = {}) => {
        if (crash !== undefined && on.length > 1) throw new Error(crash)
        return library.reference.start({ faults: ['never-closes'] })
      },
    },
  }
  return proveTask({ kind: 'fault', names, dialect: 'plain', focused: true, each: true }, broken)
}

test('a fault that no check of its clause tells of does not hold because another of its group does', async () => {
  const { holds, alone, why } = await each(['seen', 'unseen'], ['unseen'])
  expect({ holds, alone }).toEqual({ holds: false, alone: ['unseen'] })
  expect(why).toMatch(/^unseen: .*1\/borrow-open/)
})

test('what breaks the run of a group is told of it, though each of its faults holds by itself', async () => {
  const { holds, alone, crash } = await each(['seen', 'seen as well'], [], 'octospec fell over')
  expect({ holds, alone }).toEqual({ holds: true, alone: ['seen', 'seen as well'] })
  expect(crash).toContain('octospec fell over')
  expect(await each(['seen'], [])).not.toHaveProperty('crash')
})
