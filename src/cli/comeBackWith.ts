import { shellWord } from '../report/formats/checkText.js'

/** The command that comes back to a run; null where that was on the embedded reference service, which has ended. */
export function comeBackWith(
  folder: string,
  command: readonly string[] = ['octospec', 'run'],
  option?: '--cancel-all',
): string | null {
  if (command.includes('--reference')) return null
  // The words may come from evidence of anybody's.
  const program = command[0] === 'npx' && command[1] === 'octospec' ? ['npx', 'octospec'] : ['octospec']
  const told = toldBy(command, '--target')
  return [...program, 'resume', folder, ...(option === undefined ? [] : [option]), ...told].map(shellWord).join(' ')
}

/** An option in the words of a command and what it was given there; nothing where it is not among them. */
export function toldBy(command: readonly string[], option: string): readonly string[] {
  const at = command.indexOf(option)
  return at === -1 ? [] : command.slice(at, at + 2)
}
