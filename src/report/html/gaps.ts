import type { Report } from '../../judge/report.js'
import { anchorOf, code, section, selfLink, table } from './parts.js'
import { plainMarkdown } from '../formats/markdownText.js'
import { escaped, type Html } from './escaped.js'

/** How the target fills what the documents leave open: recorded, never judged. */
export function gapsSection(report: Report): Html {
  const gaps = report.gaps.filter(({ worth }) => worth === undefined)
  const seen = gaps.filter(({ observed }) => observed !== null).length
  return section(
    'gaps',
    'How this target fills what the documents leave open',
    `What the documents do not show cannot be done wrong. These are observations for whoever writes a client: ${seen} of ${gaps.length} gaps showed in this run.`,
    escaped`${table(
      'Gaps of the documents, the default, and what this target does',
      [{ title: 'Question', head: true }, { title: 'Observed' }, { title: 'Default' }],
      gaps.map((gap) => {
        const anchor = anchorOf('gap', gap.id)
        return {
          id: anchor,
          attributes: escaped` class="item"`,
          cells: [
            escaped`${gap.question} <span class="quiet id"><code>${gap.id}</code> ${selfLink(anchor, `gap ${gap.id}`)}</span>`,
            gap.observed ?? escaped`<span class="quiet">not shown in this run</span>`,
            gap.default,
          ],
        }
      }),
    )}
<details><summary>As a table in Markdown, for documents of your own</summary>
${code(markdownTable(report), 100_000)}</details>`,
  )
}

function markdownTable({ gaps }: Report): string {
  // A name in braces is what paths are written with; two braces may be a template of where it is pasted.
  const cell = (text: string): string => plainMarkdown(text).replaceAll(/&#123;(\w{1,40})&#125;/g, '{$1}')
  const rows = gaps.flatMap(({ question, observed }) =>
    observed === null ? [] : [`| ${cell(question)} | ${cell(observed)} |`],
  )
  return ['| Question | This server |', '| --- | --- |', ...rows].join('\n')
}
