import { commands } from './commands/index.js'

/**
 * What could stand at the end of a command line.
 *
 * @param words the program, and what was typed after it; the last one is being typed, and may be empty
 */
export async function completions(words: readonly string[]): Promise<readonly string[]> {
  const [, name, ...more] = words
  const last = words.at(-1) ?? ''
  if (more.length === 0) return commands.map((command) => command.name).filter((each) => each.startsWith(name ?? ''))
  const { options = {} } = (await commands.find((command) => command.name === name)?.load()) ?? {}
  return Object.keys(options)
    .map((option) => `--${option}`)
    .filter((option) => last.startsWith('-') && option.startsWith(last))
}
