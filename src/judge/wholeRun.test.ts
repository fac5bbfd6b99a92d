import { expect, test } from 'vitest'
import { answer, booking, profile } from '../suite/answer.test.data.js'
import type { WholeCheck } from '../suite/check.js'
import { fail, pass, untested } from '../suite/judgement.js'
import { WholeRun } from './seen.js'

const get = (n: number, scenario = 'one'): ReturnType<typeof answer> => answer(booking, { n, scenario, purpose: 'get' })

const whole = (own: Partial<WholeCheck> = {}): WholeCheck => ({
  kind: 'whole',
  id: 'a.whole',
  clause: 'c',
  title: 't',
  of: ['get'],
  keep: ({ n, exchange }) => (exchange.purpose === 'get' ? [n] : []),
  judge: (kept) => untested(kept.join()),
  ...own,
})

function seen(check: WholeCheck, ...answers: readonly ReturnType<typeof answer>[]): ReturnType<WholeRun['recordOf']> {
  const run = new WholeRun([check], profile)
  for (const each of answers) run.see(each)
  return run.recordOf(check)
}

test('a check of the whole run judges what it kept of all scenarios, in its order, and nothing of other operations', () => {
  const { judged } = seen(whole(), get(1), answer(booking, { n: 2, purpose: 'list' }), get(3, 'another'))
  expect(judged).toEqual([{ trial: null, phase: 'once', judgement: untested('1,3') }])
})

test('it is judged by what was kept by then, as often as it is asked', () => {
  const check = whole({ judge: (kept) => (kept.length > 1 ? pass : untested('too few')) })
  const run = new WholeRun([check], profile)
  run.see(get(1))
  expect(run.recordOf(check)).toMatchObject({ passes: 0, judged: [{ judgement: untested('too few') }] })
  run.see(get(2))
  expect(run.recordOf(check)).toMatchObject({ passes: 1, judged: [] })
})

test('where it says nothing, or was not chosen, nothing is judged', () => {
  expect(seen(whole({ judge: () => null }), get(1))).toEqual({ judged: [], passes: 0, failures: 0 })
  expect(new WholeRun([], profile).recordOf(whole())).toEqual({ judged: [], passes: 0, failures: 0 })
})

test('checks that keep the same by one function share it', () => {
  let calls = 0
  const keep = ({ n }: ReturnType<typeof get>): readonly number[] => [(calls += 1), n]
  const checks = [whole({ id: 'a.one', keep }), whole({ id: 'a.other', keep })]
  expect(new WholeRun(checks, profile).see(get(1))).toEqual(checks)
  expect(calls).toBe(1)
})

test('who keeps something of an answer shares in its time', () => {
  const blind = whole({ id: 'a.blind', keep: () => [] })
  expect(new WholeRun([whole(), blind], profile).see(get(1)).map(({ id }) => id)).toEqual(['a.whole'])
})

test('however much is shown, so much is kept, and so many findings', () => {
  const many = whole({
    keep: () => Array.from({ length: 40_000 }),
    judge: (kept) =>
      fail(
        ...kept.map(() => ({
          message: String(kept.length),
          expected: '',
          received: null,
          exchange: null,
          pointer: null,
        })),
      ),
  })
  const [said] = seen(many, get(1), get(2)).judged
  expect(said?.judgement).toMatchObject({ outcome: 'fail', findings: { length: 60, 0: { message: '50000' } } })
})

test('one that throws crashed, and is no failure', () => {
  const thrown = (): never => {
    throw new Error('oops')
  }
  expect(seen(whole({ keep: thrown }), get(1))).toMatchObject({ crash: expect.stringContaining('oops'), judged: [] })
  expect(seen(whole({ judge: thrown }), get(1))).toMatchObject({ crash: expect.stringContaining('oops'), judged: [] })
})
