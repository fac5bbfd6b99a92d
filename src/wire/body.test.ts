import { expect, test } from 'vitest'
import { TooLarge, parseBody } from './body.js'

const parse = (text: string): ReturnType<typeof parseBody> => parseBody(Buffer.from(text))

test('reads JSON behind a byte order mark, and nothing in an empty body', () => {
  expect(parse('\ufeff {"a":1}')).toEqual({ json: { a: 1 } })
  expect(parse(' \n')).toEqual({})
  expect(parse('{"a":')).toEqual({ text: '{"a":' })
})

test('replaces bytes that are no UTF-8', () => {
  expect(parseBody(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ json: '\ufffd' })
})

test('reads 200 levels and no more', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
  expect(parse(nested(200)).json).toBeDefined()
  expect(() => parse(nested(201))).toThrow('the body is JSON nested deeper than 200 levels')
  expect(() => parse('['.repeat(400_000))).toThrow(TooLarge)
  expect(() => parse(`\ufeff\n{"a":${nested(200)}}`)).toThrow(TooLarge)
  expect(parse(`["${'['.repeat(300)}\\"[["]`).json).toBeDefined()
  expect(parse(`<script>${'{'.repeat(300)}`).text).toBeDefined()
})

test('reads 40,000 values and no more', () => {
  const many = (values: number): string => `[${'{},'.repeat(values - 2)}{}]`
  expect(parse(many(40_000)).json).toHaveLength(39_999)
  expect(() => parse(many(40_001))).toThrow('the body is JSON of more than 40,000 values')
  expect(() => parse(`{${'"a":1,'.repeat(40_000)}"a":1}`)).toThrow(TooLarge)
  expect(parse(`["${','.repeat(200_000)}"]`).json).toBeDefined()
})

test('a number reads back from the evidence as it was judged', () => {
  const { json } = parse('{"a":1e999,"b":-1e999,"c":-0,"__proto__":1}')
  expect(JSON.parse(JSON.stringify(json))).toEqual(json)
  expect(json).toMatchObject({ a: Number.MAX_VALUE, b: -Number.MAX_VALUE, c: 0 })
})
