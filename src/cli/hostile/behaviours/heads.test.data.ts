import { answers, bytesOf, spoiled } from '../behaviour.test.data.js'
import type { Behaviour } from '../behaviour.test.data.js'

const taken = { octospec: 'takes the answer', blamed: 'nothing', exits: [0, 0, 0, 0, 0] } as const
const lost = { octospec: 'no answer: what needed it is untested', blamed: 'nobody', exits: [4, 3, 3, 4, 0] } as const
const tooLarge = {
  octospec: 'stops at 16 KiB of head; what needed the answer is untested',
  blamed: 'nobody',
  exits: [3, 3, 3, 3, 0],
} as const

const withHeader = (name: string, value: string): Behaviour['act'] =>
  answers(({ answer }) => spoiled(answer, { headers: { [name]: value } }))

/** What a target may write into the head of an answer. */
export const heads: readonly Behaviour[] = [
  {
    name: '10,000 headers',
    target: 'sends 10,000 headers',
    ...tooLarge,
    act: answers(({ answer }) =>
      bytesOf(
        answer.status,
        Array.from({ length: 10_000 }, (_, at) => [`x-${at}`, 'y'] as const),
        answer.body,
      ),
    ),
  },
  {
    name: 'a header of 1 MB',
    target: 'sends one header of a megabyte',
    ...tooLarge,
    act: withHeader('x-long', 'y'.repeat(1024 * 1024)),
  },
  { name: 'NUL in a header', target: 'sends a NUL in a header', ...lost, act: withHeader('x-odd', 'a\u0000b') },
  {
    name: 'CR in a header',
    target: 'sends a lone carriage return in a header',
    ...lost,
    act: withHeader('x-odd', 'a\rb'),
  },
  {
    name: 'a folded header',
    target: 'sends a header over two lines, as HTTP no longer allows',
    ...lost,
    act: withHeader('x-odd', 'a\r\n b'),
  },
  {
    name: 'a header without a name',
    target: 'sends a line that begins with a colon',
    ...lost,
    act: withHeader('', 'a'),
  },
  {
    name: 'a header that is not ASCII',
    target: 'sends bytes over 127 in a header',
    ...taken,
    act: withHeader('x-odd', '\u00e4\u009b31m\u00ff'),
  },
  {
    name: 'a header called __proto__',
    target: 'sends headers called __proto__, constructor and toString',
    ...taken,
    act: answers(({ answer }) =>
      bytesOf(
        answer.status,
        [...Object.entries(answer.headers), ['__proto__', 'x'], ['constructor', 'x'], ['toString', 'x']],
        answer.body,
      ),
    ),
  },
  {
    name: 'a cookie of 15 kB',
    target: 'sends `Set-Cookie: sidsidsid…`, 15 kB of it',
    ...taken,
    act: withHeader('set-cookie', 'sid'.repeat(5000)),
  },
  {
    name: 'a Date far in the future',
    target: 'sends a Date of the year 9999',
    ...taken,
    act: withHeader('date', 'Fri, 31 Dec 9999 23:59:59 GMT'),
  },
  { name: 'a Date that is none', target: 'sends `Date: NaN`', ...taken, act: withHeader('date', 'NaN') },
]
