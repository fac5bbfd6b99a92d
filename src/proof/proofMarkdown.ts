import type { PublishedProof } from './publishedProof.js'

/** `reports/proof.md`: the published proof for people. */
export function proofMarkdown({ headline, faults, variants, checks }: PublishedProof): string {
  const lines = [
    '# The proof',
    '',
    `**${headline}.**`,
    '',
    'Made by `octospec prove`: the whole suite is run against the reference service with each fault switched on, and with each',
    'legal variant, in both of its dialects. A fault counts as caught for the right reason when a check that cites the broken',
    'clause turns red and its finding points at an exchange that shows it. `npm run check` fails when this page is out of date.',
    '',
    '## Faults',
    '',
    ...table(
      ['fault', 'breaks', 'caught by, at', 'also red'],
      faults.map(({ name, clause, title, caught, by, collateral }) => [
        `\`${name}\`<br>${title}`,
        `\`${clause}\``,
        caught
          ? by
              .map(({ check, place }) => `\`${check}\`${place === null || place === '' ? '' : ` at \`${place}\``}`)
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}
