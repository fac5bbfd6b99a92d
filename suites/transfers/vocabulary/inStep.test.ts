import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import { inStep, targetOver, type Context, type RequestInput } from './index.js'

/** A context whose target answers a get of a booking when that one's turn comes in `answers`. */
function contextOf(answers: readonly string[]): { readonly context: Context; readonly asked: readonly string[] } {
  const asked: string[] = []
  const open = new Map<string, () => void>()
  const left = [...answers]
  const answerNext = (): void => {
    const go = open.get(left[0] ?? '')
    if (go === undefined) return
    open.delete(left.shift() ?? '')
    go()
    setImmediate(answerNext)
  }
  const send = async (_: string, { id = '' }: RequestInput): Promise<ReturnType<typeof answer>> => {
    asked.push(id)
    await new Promise<void>((go) => {
      open.set(id, go)
      setImmediate(answerNext)
    })
    return answer({ id })
  }
  const never = (): never => {
    throw new Error('not asked for here')
  }
  const target = targetOver({ send, helper: never, stray: never, advanceClock: never })
  // All that these acts look at.
  return { context: { target } as Context, asked }
}

const gets =
  (...ids: readonly string[]) =>
  async ({ target }: Context): Promise<number> => {
    for (const id of ids) await target.get(id)
    return ids.length
  }

test.each([[['a1', 'b1', 'a2', 'b2', 'a3']], [['b1', 'a1', 'b2', 'a2', 'a3']]])(
  'what is asked side by side is asked in one order, though it is answered in that of %j',
  async (answers) => {
    const { context, asked } = contextOf(answers)
    expect(await inStep(context, gets('a1', 'a2', 'a3'), gets('b1', 'b2'))).toEqual([3, 2])
    expect(asked).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  },
)

test('an act that fails, or asks for nothing, keeps none of the others waiting', async () => {
  const { context, asked } = contextOf(['a1', 'c1', 'c2'])
  const fails = async ({ target }: Context): Promise<void> => {
    await target.get('a1')
    throw new Error('no more')
  }
  await expect(inStep(context, fails, () => Promise.resolve(), gets('c1', 'c2'))).rejects.toThrow('no more')
  expect(asked).toEqual(['a1', 'c1', 'c2'])
})
