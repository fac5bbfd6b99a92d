const marked = /(<!-- proof -->)[\s\S]*?(<!-- \/proof -->)/

/** The README with the headline of the proof between its marks; null where it has no marks. */
export function renewReadme(readme: string, headline: string, link: string): string | null {
  if (!marked.test(readme)) return null
  return readme.replace(marked, (_all, begin: string, end: string) => `${begin}[${headline}](${link})${end}`)
}
