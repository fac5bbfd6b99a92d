/** What a CI system acts upon wherever it stands in a line: the old form of GitHub, Azure Pipelines, TeamCity. */
const anywhere = /##(?=\[|vso\[|teamcity\[)/gi
/** At the beginning of a line, after spaces: a command of GitHub Actions. An annotation with a title is octospec's own, and no more than one. */
const command = /^::(?!(?:error|warning|notice) [^:]*\btitle=)[a-z][a-z-]*(?: |::)/i

/** What is printed, without what the log of a CI system would obey: texts of targets, profiles and reports may be commands. */
export function withoutCommands(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const plain = text.replaceAll(anywhere, '#\\u0023')
  if (env['GITHUB_ACTIONS'] !== 'true' || !plain.includes('::')) return plain
  return plain
    .split('\n')
    .map((line) => {
      const rest = line.trimStart()
      return command.test(rest) ? `${line.slice(0, line.length - rest.length)}:\\u003a${rest.slice(2)}` : line
    })
    .join('\n')
}
