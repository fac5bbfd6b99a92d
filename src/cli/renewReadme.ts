const marked = /(<!-- proof -->)[\s\S]*?(<!-- \/proof -->)/

/**
 * A README with the headline of the proof between `<!-- proof -->` and `<!-- /proof -->`, linked to the proof.
 * @param link from the README to the totals of the proof
 * @returns null where the README has no such place
 */
export function renewReadme(readme: string, headline: string, link: string): string | null {
  if (!marked.test(readme)) return null
  return readme.replace(marked, (_all, begin: string, end: string) => `${begin}[${headline}](${link})${end}`)
}
