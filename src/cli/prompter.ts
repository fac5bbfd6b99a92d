import type { Io } from './io.js'

/** Asks a person at a terminal. */
export interface Prompter {
  /** An answer in one line, without what surrounds it; null: there is nobody, or no answer. */
  ask(question: string): Promise<string | null>
  close(): Promise<void>
}

/** Characters of an answer. */
const longest = 2000

/** @param present somebody is there to be asked */
export function prompter({ stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>, present: boolean): Prompter {
  const chunks = present ? stdin[Symbol.asyncIterator]() : null
  let rest = ''
  let over = chunks === null
  const line = async (): Promise<string> => {
    while (!over && !rest.includes('\n') && rest.length < longest) {
      const next = await chunks?.next()
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
    close: async () => void (await chunks?.return?.()),
  }
}
