import { commands } from './commands/index.js'

/**
 * What could stand at the end of a command line; nothing where that is a file.
 *
 * @param words the program, and what was typed after it; the last one is being typed, and may be empty
 */
export async function completions(words: readonly string[]): Promise<readonly string[]> {
  // bash makes words of their own of what stands on each side of `=`.
  const [, name = '', ...more] = (words.at(-1) === '=' ? [...words, ''] : words).filter((word) => word !== '=')
  const last = more.at(-1)
  if (last === undefined) return commands.map((command) => command.name).filter((each) => each.startsWith(name))
  const {
    options = {},
    positionals = {},
    offered = {},
  } = (await commands.find((each) => each.name === name)?.load()) ?? {}
  const taking = (word = ''): (typeof options)[string] | undefined => {
    const option = word.startsWith('--') && Object.hasOwn(options, word.slice(2)) ? options[word.slice(2)] : undefined
    return option?.type === 'string' ? option : undefined
  }
  // zsh and fish leave `--effort=lo` one word.
  const [, assigned = '', begun = ''] = /^(--[\w-]+)=(.*)$/.exec(last) ?? []
  if (assigned !== '')
    return [...(taking(assigned)?.offered?.(begun) ?? [])]
      .filter((each) => each.startsWith(begun))
      .map((each) => `${assigned}=${each}`)
  const option = taking(more.at(-2))
  if (option !== undefined) return [...(option.offered?.(last) ?? [])].filter((each) => each.startsWith(last))
  if (last.startsWith('-'))
    return Object.keys(options)
      .map((each) => `--${each}`)
      .filter((each) => each.startsWith(last))
  const before = more.slice(0, -1).filter((word, at) => !word.startsWith('-') && taking(more[at - 1]) === undefined)
  const own = offered[Object.keys(positionals)[before.length] ?? '']
  return [...(own?.() ?? [])].filter((each) => each.startsWith(last))
}
