/** What stands in the place of a command that octospec had, as the end of a sentence about it. */
export const removedCommands: ReadonlyMap<string, string> = new Map([
  ['merge', 'is gone: octospec fleet --merge makes one index of the shards of a fleet; a run is no longer split'],
  ['settle', 'is now octospec resume'],
  ['cleanup', 'is now octospec resume'],
  ['history', 'is now octospec diff --history'],
  ['profile', 'is now octospec doctor --offline --profile FILE'],
  ['clauses', 'is now octospec explain --clauses'],
  ['contract', 'is now octospec explain --contract'],
  ['completion', 'is gone: commands and their options are in octospec --help'],
])

const variables = 'is gone: let the shell or Node read the file, as docs/commands.md shows'
const ofEach = { 'env-file': variables, variables }

const ofOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  run: {
    'rerun-failed': 'is now --only with the folder of the run',
    replay: 'is gone: give --only CHECK --seed SEED:PATH',
    shard: 'is gone: a run is no longer split; octospec fleet --shard splits a fleet',
    fault: 'is gone: start octospec serve --fault, and run with its profile',
    variant: 'is gone: start octospec serve --variant, and run with its profile',
    dialect: 'is gone: start octospec serve --dialect, and run with its profile',
    concurrency: 'is gone: set limits.concurrency in the profile',
    'fail-fast': 'is gone: --effort smoke finds most with few requests',
    quiet: 'is gone: the last ten lines say what a run came to',
    watch: 'is gone: run it again, or run --only with the folder of the last run',
    list: 'is now octospec explain --checks',
  },
}

/** What stands in the place of each option that a command had. */
export function removedOptions(command = ''): ReadonlyMap<string, string> {
  return new Map(Object.entries({ ...ofEach, ...ofOptions[command] }))
}
