import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import { markerOf, type Context, type Json } from '../vocabulary/index.js'
import { change, openUpdater } from './updater.js'

const marker = (what: string): string => markerOf('nonce', 'update', what)

test('where another scenario finds out meanwhile that references are to be short, the plain form is tried with a short one, too', async () => {
  const forms: Context['forms'] = {}
  const sent: Record<string, Json | undefined>[] = []
  const update = (_: string, fields: Record<string, Json | undefined> = {}): Promise<ReturnType<typeof answer>> => {
    sent.push(fields)
    // Another one's confirm has been taken with a short one by then.
    if (sent.length === 2) forms.areShort = true
    const isShort = String(fields['reference']).length <= 12
    return Promise.resolve(
      isShort ? answer(booking, { purpose: 'update' }) : answer({ error: 'NO' }, { purpose: 'update' }, 400),
    )
  }
  // What an updater takes of a context.
  const context = { target: { update }, profile, marker, forms } as unknown as Context
  const { answer: taken, tried } = await openUpdater(context, 'a-1').control(
    'b-1',
    change({ profile }, marker('first')),
  )
  expect(taken.accepted).toBe(true)
  expect(tried).toHaveLength(3)
  expect(sent.map((fields) => 'emailReceipt' in fields)).toEqual([false, false, false])
})
