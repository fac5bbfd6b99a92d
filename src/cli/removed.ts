/** What stands in the place of a command that octospec had. */
export const removedCommands: ReadonlyMap<string, string> = new Map([
  ['completion', 'commands and their options are in octospec --help'],
])

const ofOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {}

/** What stands in the place of each option that a command had. */
export function removedOptions(command: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(ofOptions[command] ?? {}))
}
