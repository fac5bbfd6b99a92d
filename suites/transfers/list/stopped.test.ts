import { expect, test } from 'vitest'
import { judgeStopped, type Asked } from './stopped.js'

let n = 0
const asked = (more: Partial<Asked> = {}): Asked => {
  n += 1
  return { n, began: n * 10, ended: n * 10 + 5, input: '{"page":1}', accepted: true, received: null, ...more }
}
const list = (input = '{"page":1}'): Asked => asked({ input })
const get = (): Asked => asked({ input: null })
const crash = (input = '{"page":1}'): Asked => asked({ input, accepted: false, received: '500 Internal Server Error' })

test('lists that are a server error from some time on fail, each that was accepted before', () => {
  const [shown, first] = [list(), crash()]
  const judged = judgeStopped([shown, first, get(), crash(), crash('{"page":2}'), crash()])
  const steps = [shown.n, first.n]
  expect(judged).toMatchObject({ outcome: 'fail', findings: [{ exchange: first.n, steps, pointer: '' }, {}, {}] })
})

test('a list that is answered again afterwards was none that ended', () => {
  expect(judgeStopped([list(), crash(), get(), crash(), crash(), list()]).outcome).toBe('pass')
})

test('an outage that takes everything with it is not that of the list', () => {
  expect(judgeStopped([list(), get(), crash(), crash(), crash(), get()]).outcome).toBe('pass')
})

test('lists that were never accepted as they are now are the matter of other checks', () => {
  expect(judgeStopped([list(), crash('{}'), get(), crash('{}'), crash('{}')]).outcome).toBe('pass')
  expect(judgeStopped([crash(), get(), crash(), crash()])).toMatchObject({ outcome: 'untested', applies: false })
})
