import type { PublishedProof } from './publishedProof.js'

/** `reports/proof.md`: the published proof for people. */
export function proofMarkdown({ headline, provenTwice, faults, variants, checks }: PublishedProof): string {
  const lines = [
    '# The proof',
    '',
    `**${headline}.**`,
    '',
    'Made by `octospec prove`: the suite is run against the reference service with each fault switched on, and with each legal',
    'variant, in both of its dialects; with a variant the whole of it, with a fault the checks that cite the broken clause, unless',
    'it takes more to show the fault. A fault counts as caught for the right reason when a check that cites',
    'the broken clause turns red and its finding points into an answer to the operation, and at the place in it, that the fault',
    'says. `npm run check` fails when this page is out of date.',
    '',
    `Of the ${provenTwice.checks} checks of must and derived clauses, ${provenTwice.twice} are proven by two or more faults that differ in kind.`,
    '',
    '## Faults',
    '',
    ...table(
      ['fault', 'breaks, and must show in', 'caught by, in', 'also red'],
      faults.map(({ name, clause, title, shows, caught, by, collateral }) => [
        `\`${name}\`<br>${title}`,
        `\`${clause}\`<br>${shown(shows)}`,
        caught
          ? by
              .map(({ check, operation, place }) => `\`${check}\` in ${operation ?? 'nothing'}${at(place ?? '')}`)
              .join('<br>')
          : '**not caught**',
        collateral.map((check) => `\`${check}\``).join('<br>'),
      ]),
    ),
    '',
    '## Legal variants',
    '',
    ...table(
      ['variant', 'what is different', 'red', 'warned of, since it is convention'],
      variants.map(({ name, title, unharmed, warns }) => [
        `\`${name}\``,
        title,
        unharmed ? 'nothing' : '**false alarm**',
        warns.map((clause) => `\`${clause}\``).join('<br>'),
      ]),
    ),
    '',
    '## Checks, and the faults that prove that each can fail',
    '',
    ...table(
      ['check', 'clause', 'proven by'],
      checks.map(({ id, clause, provenBy }) => [
        `\`${id}\``,
        `\`${clause}\``,
        provenBy.length === 0 ? '**nothing**' : provenBy.map((name) => `\`${name}\``).join(' '),
      ]),
    ),
    '',
  ]
  return lines.join('\n')
}

/** `get, list at /status`; an answer as a whole has no place. */
function shown(shows: PublishedProof['faults'][number]['shows']): string {
  const places = [...new Set(shows.map(({ place }) => place))]
  const operations = (place: string): string =>
    shows.flatMap((each) => (each.place === place ? [each.operation] : [])).join(', ')
  return places.map((place) => `${operations(place)}${at(place)}`).join('; ')
}

function at(place: string): string {
  return place === '' ? '' : ` at \`${place}\``
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}
