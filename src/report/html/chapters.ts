/** The chapters of the documents, by number. */
export const chapters: readonly { readonly number: string; readonly title: string }[] = [
  { number: '1', title: 'What the service does' },
  { number: '2', title: 'Resources and their fields' },
  { number: '3', title: 'States and transitions' },
  { number: '4', title: 'Endpoints' },
  { number: '5', title: 'Authentication' },
  { number: '6', title: 'Events' },
  { number: '7', title: 'Errors' },
  { number: '8', title: 'Limits' },
  { number: '9', title: 'Versioning' },
]

const sections: Readonly<Record<string, string>> = {
  '2.1': 'Transfer',
  '2.2': 'Location object',
  '2.3': 'Transfer Option',
  '2.4': 'Pricing object',
  '2.5': 'Booking',
  '4.1': 'Pricing transfers',
  '4.2': 'Booking reservation (reserve)',
  '4.3': 'Other operations',
}

/** The chapter of a section or clause id: `4` for `4.2` and for `4.2/new-booking-on-hold`. */
export function chapterOf(section: string): string {
  return /^\d+/.exec(section)?.[0] ?? ''
}

/** `section 4.2, Booking reservation (reserve)`. */
export function sectionTitle(section: string): string {
  const title = sections[section] ?? chapters.find(({ number }) => number === chapterOf(section))?.title
  return title === undefined ? `section ${section}` : `section ${section}, ${title}`
}
