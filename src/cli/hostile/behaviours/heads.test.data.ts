import { answers, bytesOf, spoiled } from '../behaviour.test.data.js'
import type { Behaviour } from '../behaviour.test.data.js'

const taken = { blamed: 'nothing', exits: [0, 0, 0, 0, 0] } as const
const lost = { blamed: 'nobody', exits: [4, 3, 3, 4, 0] } as const
const tooLarge = { blamed: 'nobody', exits: [3, 3, 3, 3, 0] } as const

const withHeader = (name: string, value: string): Behaviour['act'] =>
  answers(({ answer }) => spoiled(answer, { headers: { [name]: value } }))

/** What a target may write into the head of an answer. */
export const heads: readonly Behaviour[] = [
  { name: 'a header of 1 MB', ...tooLarge, act: withHeader('x-long', 'y'.repeat(1024 * 1024)) },
  { name: 'NUL in a header', ...lost, act: withHeader('x-odd', 'a\u0000b') },
  {
    name: 'a header called __proto__',
    ...taken,
    act: answers(({ answer }) =>
      bytesOf(
        answer.status,
        [...Object.entries(answer.headers), ['__proto__', 'x'], ['constructor', 'x'], ['toString', 'x']],
        answer.body,
      ),
    ),
  },
  { name: 'a cookie of 15 kB', ...taken, act: withHeader('set-cookie', 'sid'.repeat(5000)) },
  { name: 'a Date far in the future', ...taken, act: withHeader('date', 'Fri, 31 Dec 9999 23:59:59 GMT') },
]
