import type { Impact } from '../../contract/clause.js'
import type { Defect } from '../defects.js'
import { anchorOf } from './anchorOf.js'
import { escaped, type Html } from './escaped.js'

/** What it means for a business that something is not as it should be, and the defects that make it so. */
export interface Consequence {
  readonly impact: Impact
  readonly defects: readonly Defect[]
}

/** The consequences of the defects that ended so, in their order, each once. */
export function consequences(defects: readonly Defect[], outcome: Defect['outcome']): readonly Consequence[] {
  const byImpact = new Map<Impact, Defect[]>()
  for (const defect of defects)
    if (defect.outcome === outcome && defect.impact !== undefined)
      byImpact.set(defect.impact, [...(byImpact.get(defect.impact) ?? []), defect])
  return [...byImpact].map(([impact, own]) => ({ impact, defects: own }))
}

/** Links to the first of these defects. */
export function linksTo(own: readonly Defect[]): Html {
  return escaped`<span class="quiet">${own.slice(0, 3).map((each, at) => escaped`${at > 0 ? ', ' : ''}${defectLink(each.number)}`)}${own.length > 3 ? ` and ${own.length - 3} more` : ''}</span>`
}

function defectLink(number: number): Html {
  return escaped`<a class="whole" href="#${anchorOf('failure', number)}">failure ${number}</a>`
}
