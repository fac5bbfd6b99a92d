import { Stop } from '../client/stop.js'
import type { Io } from './io.js'

export interface Prompter {
  /**
   * An answer in one line, without what surrounds it; null: there is nobody, or no answer.
   * @throws Stop where it was cut short while the answer was awaited
   */
  ask(question: string): Promise<string | null>
  close(): Promise<void>
}

/** Characters of an answer. */
const longest = 2000

/** @param present somebody is there to be asked @param signal nobody is waited for any more */
export function prompter(
  { stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>,
  present: boolean,
  signal: AbortSignal,
): Prompter {
  const chunks = present ? stdin[Symbol.asyncIterator]() : null
  let rest = ''
  let over = chunks === null
  const cut = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  const line = async (): Promise<string> => {
    while (!over && !rest.includes('\n') && rest.length < longest) {
      const next = await Promise.race([chunks?.next(), cut])
      if (next === null) throw new Stop('it was cut short', 'begin again')
      over = next?.done !== false
      if (next?.done === false)
        rest += typeof next.value === 'string' ? next.value : new TextDecoder().decode(next.value)
    }
    const [first = '', ...more] = rest.split('\n')
    rest = more.join('\n')
    return first.slice(0, longest).trim()
  }
  return {
    async ask(question) {
      if (over && rest === '') return null
      stdout.write(`${question} `)
      const answer = await line()
      return answer === '' ? null : answer
    },
    async close() {
      const closed = chunks?.return?.()
      // It waits for the line that nobody writes any more, and keeps the process alive.
      if (!signal.aborted) await closed
      else if (present && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
    },
  }
}
