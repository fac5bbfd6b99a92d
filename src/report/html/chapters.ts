import type { Contract } from '../../contract/contract.js'

export function chaptersOf({
  sections,
}: Pick<Contract, 'sections'>): readonly { readonly number: string; readonly title: string }[] {
  return Object.entries(sections)
    .filter(([number]) => !number.includes('.'))
    .map(([number, title]) => ({ number, title }))
}

/** The chapter of a section or clause id: `4` for `4.2` and for `4.2/name-of-a-clause`. */
export function chapterOf(section: string): string {
  return /^\d+/.exec(section)?.[0] ?? ''
}

/** `section 4.2, Title of the section`. */
export function sectionTitle({ sections }: Pick<Contract, 'sections'>, section: string): string {
  const title = sections[section] ?? sections[chapterOf(section)]
  return title === undefined ? `section ${section}` : `section ${section}, ${title}`
}
