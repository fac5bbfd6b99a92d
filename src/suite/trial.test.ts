import { expect, test } from 'vitest'
import { Answer } from '../wire/answer.js'
import { answer, booking } from './answer.test.data.js'
import { encodeTrial, reviveTrial } from './trial.js'

test('answers survive the way to the evidence and back', () => {
  const reserved = answer(booking)
  const data = { reserved, many: [reserved, null], plain: { a: 1, b: 'x', c: true }, gone: undefined }
  const encoded = encodeTrial(data)
  expect(JSON.parse(JSON.stringify(encoded))).toEqual(encoded)
  const revived = reviveTrial(encoded, (n) => (n === reserved.n ? reserved : undefined))
  expect(revived).toEqual({ reserved, many: [reserved, null], plain: { a: 1, b: 'x', c: true } })
  expect(revived).toHaveProperty('reserved', expect.any(Answer))
})

test('an answer that a read speaks for keeps both on that way', () => {
  const [write, read] = [answer({ message: 'done' }, { purpose: 'cancel' }), answer(booking, { purpose: 'get' })]
  const encoded = encodeTrial({ cancelled: write.shownIn(read) })
  const asked: unknown[] = []
  reviveTrial(encoded, (n, by) => {
    asked.push(n, by)
    return write
  })
  expect(asked).toEqual([write.n, read.n])
  expect(encodeTrial({ note: { $shownBy: 1, said: 'x' } })).toEqual({ note: { said: 'x' } })
})

test('evidence that lacks an exchange is refused', () => {
  expect(() => reviveTrial(encodeTrial(answer(booking)), () => undefined)).toThrow(RangeError)
})

test('text of a target cannot pass for a reference to an exchange', () => {
  const hostile = { note: { $exchange: 1 } }
  expect(reviveTrial(encodeTrial(hostile), () => answer(booking))).toEqual({ note: {} })
})

test('a function in the data is a fault of the suite', () => {
  expect(() => encodeTrial({ f: () => 1 })).toThrow(TypeError)
})

test('what JSON cannot say is judged as the evidence will read back', () => {
  const encoded = encodeTrial({ none: -0, nan: Number.NaN, most: Infinity, list: [undefined] })
  expect(encoded).toEqual({ none: 0, nan: 'NaN', most: 'Infinity', list: [null] })
})

test('only a lone number under the mark is a reference', () => {
  const revive = (data: Parameters<typeof reviveTrial>[0]): unknown => reviveTrial(data, () => answer(booking))
  expect(revive({ $exchange: '1' })).toEqual({ $exchange: '1' })
  expect(revive({ $exchange: 1, more: 2 })).toEqual({ $exchange: 1, more: 2 })
  expect(revive({ other: 1 })).toEqual({ other: 1 })
  expect(revive({})).toEqual({})
})

test('the missing exchange is named', () => {
  expect(() => reviveTrial({ $exchange: 9 }, () => undefined)).toThrow('request 9 is not in the evidence')
})
