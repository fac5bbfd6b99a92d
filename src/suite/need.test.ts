import { expect as that, test } from 'vitest'
import { answer, booking, noAnswer, profile } from './answer.test.data.js'
import { need, unusable } from './expect.js'
import { type Judgement, pass } from './judgement.js'
import { openSuite } from './suite.js'

/** What a check says whose judge is this. */
function said(judge: () => Judgement): Judgement | null {
  const { sweep, declared } = openSuite()
  sweep({ id: 'a', clause: 'a', title: 'a', of: ['reserve'], judge })
  const [check] = declared.checks
  return check?.kind === 'sweep' ? check.judge(answer(booking), { profile }) : null
}

test.each([null, noAnswer(), answer({ error: 'NOPE' }, {}, 409), answer({ ok: true })])(
  'a judge that needs what was not accepted is untested for that, and judges nothing more',
  (missing) => {
    const judged = said(() => {
      need(missing)
      throw new Error('judged further')
    })
    that(judged).toEqual(unusable(missing))
    that(judged?.outcome).toBe('untested')
  },
)

test('what was accepted is judged on', () => {
  that(
    said(() => {
      need(answer(booking))
      return pass
    }),
  ).toEqual(pass)
})

test('a Stop from anything that a judge reads is untested, too, with what to do; any other error is no judgement', () => {
  that(said(() => (answer({ error: 'NOPE' }, {}, 409).need(), pass))).toMatchObject({
    outcome: 'untested',
    reason: 'reserve was not accepted: HTTP 409 NOPE',
    remedy: that.stringContaining('fix reserve in the server'),
  })
  that(() =>
    said(() => {
      throw new TypeError('a fault of ours')
    }),
  ).toThrow('a fault of ours')
})
