import { gzipSync } from 'node:zlib'
import { answers, spoiled } from '../behaviour.test.data.js'
import type { Behaviour, GoodAnswer } from '../behaviour.test.data.js'

const bomb = { blamed: 'nobody', exits: [3, 3, 3, 3, 0] } as const
const noJson = { blamed: 'the server', exits: [1, 1, 1, 1, 0] } as const

const zeros = Buffer.alloc(20 * 1024 * 1024)
let gzipped: Buffer | null = null

const encoded = (encoding: string, encode: (body: Buffer) => Buffer): Behaviour['act'] =>
  answers(({ answer }) => spoiled(answer, { headers: { 'content-encoding': encoding }, body: encode(answer.body) }))

const written = (write: (answer: GoodAnswer) => Buffer | string, type = 'application/json'): Behaviour['act'] =>
  answers(({ answer }) => spoiled(answer, { headers: { 'content-type': type }, body: write(answer) }))

/** How a target may encode the body of an answer. */
export const encodings: readonly Behaviour[] = [
  { name: 'a gzip bomb', ...bomb, act: encoded('gzip', () => (gzipped ??= gzipSync(zeros))) },
  {
    name: 'gzip a hundred times',
    ...noJson,
    act: encoded(Array.from({ length: 100 }, () => 'gzip').join(', '), gzipSync),
  },
  { name: 'gzip that is cut', ...noJson, act: encoded('gzip', (body) => gzipSync(body).subarray(0, 40)) },
  {
    name: 'UTF-16',
    ...noJson,
    act: written(({ body }) => Buffer.from(body.toString(), 'utf16le'), 'application/json; charset=utf-16'),
  },
  { name: 'NUL for a body', ...noJson, act: written(() => Buffer.alloc(1000)) },
]
