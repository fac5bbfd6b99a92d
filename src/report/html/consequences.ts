import type { Impact } from '../../contract/clause.js'
import type { Defect } from '../defects.js'
import { anchorOf } from './anchorOf.js'
import { escaped, type Html } from './escaped.js'

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

export function linksTo(own: readonly Defect[]): Html {
  return escaped`<span class="quiet">${own.slice(0, 3).map((each, at) => escaped`${at > 0 ? ', ' : ''}${defectLink(each.number)}`)}${own.length > 3 ? ` and ${own.length - 3} more` : ''}</span>`
}

function defectLink(number: number): Html {
  return escaped`<a class="whole" href="#${anchorOf('failure', number)}">failure ${number}</a>`
}
