import type { Report } from '../judge/report.js'
import type { Remark } from '../suite/check.js'

/** What is worth a look, each with the question that the documents leave open: hostile text. */
export function remarksOf({ gaps }: Pick<Report, 'gaps'>): readonly (Remark & { readonly question: string })[] {
  return gaps.flatMap(({ question, worth = [] }) => worth.map((remark) => ({ ...remark, question })))
}
