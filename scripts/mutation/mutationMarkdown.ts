import type { Mutant, MutationReport } from './mutationReport.js'

/** One row of the published score. */
export interface Part {
  /** As it is shown: `src/suite`. */
  readonly name: string
  readonly report: MutationReport
  /** The commit that was measured, short. */
  readonly commit: string
  /** How long it took when nothing was known from before; null: it was measured in several goes. */
  readonly seconds: number | null
}

/**
 * The published score: without dates, so that it changes only with what it says.
 *
 * @param sampled the files of the suites that were mutated, and of how many
 */
export function mutationMarkdown(
  parts: readonly Part[],
  sampled: { readonly files: readonly string[]; readonly of: number },
): string {
  const rows = parts.map(({ name, report, commit, seconds }) => {
    const mutants = Object.values(report.files).flatMap((file) => file.mutants)
    const count = (status: string): number => mutants.filter((mutant) => mutant.status === status).length
    return [
      `\`${name}\``,
      String(decided(mutants).length),
      String(count('Killed') + count('Timeout')),
      String(count('Survived')),
      String(count('NoCoverage')),
      `**${score(mutants)}**`,
      score(mutants.filter(({ mutatorName }) => mutatorName !== 'StringLiteral')),
      seconds === null ? '' : minutes(seconds),
      commit,
    ]
  })
  const left = parts
    .flatMap(({ report }) => Object.values(report.files).flatMap((file) => file.mutants))
    .filter(({ status }) => status === 'Ignored').length
  const suites = parts.some(({ name }) => name === 'suites')
    ? `The suites are held up to their unit tests and to the reference service, as the proof does, but with outcome and place of the
  finding alone, and with what their observations saw of the gaps: what each scenario says of the sound service, each fault with the
  checks of the clause that it breaks, and those legal variants that lead to something else. Since that takes many runs a mutant,
  every eighth file by name when the sample was chosen is mutated, ${sampled.files.length} of ${sampled.of}: ${sampled.files.map((file) => `\`${file}\``).join(', ')}.`
    : 'The suites have not been measured yet.'
  return `# Mutation tests of octospec's own code

\`npm run mutation\` changes the code in one place at a time and runs the tests: a change that no test sees is a survivor. Whether the
checks of the suites find broken servers is proven elsewhere, in [README.md](README.md).

| code | mutants | killed | survived | not reached | score | without texts | took | commit |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}

- The score is killed of all mutants, in percent; a mutant that never ends counts as killed. "Without texts" leaves out the mutants that
  only change a text: most of them are the words of messages, which tests fix where something reads them.
- A row tells of its commit: tests that were written since are not counted until that part is measured again.
- Folders of \`src\` are held up to the tests beside their files alone; the tests of higher layers, which run them too, are not counted.
- ${suites}
- Left out: tests and their data, files that hold types alone, and ${left} mutants in code that is run once, when a module is loaded.
`
}

/** The score in percent, with one decimal place. */
function score(mutants: readonly Mutant[]): string {
  const all = decided(mutants)
  const caught = all.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  return all.length === 0 ? '' : ((100 * caught.length) / all.length).toFixed(1)
}

function decided(mutants: readonly Mutant[]): readonly Mutant[] {
  return mutants.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
}

function minutes(seconds: number): string {
  return `${(seconds / 60).toFixed(0)} min`
}
