import type { Report } from '../../judge/report.js'
import { anchorOf, section, selfLink, table } from './parts.js'
import { escaped, type Html } from './escaped.js'

/** How the target fills what the documents leave open: recorded, never judged. */
export function gapsSection(report: Report): Html {
  const gaps = report.gaps.filter(({ worth }) => worth === undefined)
  const seen = gaps.filter(({ observed }) => observed !== null).length
  return section(
    'gaps',
    'How this target fills what the documents leave open',
    `What the documents do not show cannot be done wrong. These are observations for whoever writes a client: ${seen} of ${gaps.length} gaps showed in this run.`,
    table(
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
    ),
  )
}
