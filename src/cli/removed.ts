/** What stands in the place of a command that octospec had. */
export const removedCommands: ReadonlyMap<string, string> = new Map([
  ['merge', 'octospec fleet --merge makes one index of the shards of a fleet; a run is no longer split'],
  ['history', 'it is now octospec diff --history'],
  ['profile', 'it is now octospec doctor --offline --profile FILE'],
  ['clauses', 'it is now octospec explain --clauses'],
  ['contract', 'it is now octospec explain --contract'],
  ['completion', 'commands and their options are in octospec --help'],
])

const ofOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  run: {
    shard: 'a run is no longer split; octospec fleet --shard splits a fleet',
    list: 'it is now octospec explain --checks',
  },
}

/** What stands in the place of each option that a command had. */
export function removedOptions(command = ''): ReadonlyMap<string, string> {
  return new Map(Object.entries(ofOptions[command] ?? {}))
}
