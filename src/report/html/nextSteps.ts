import type { Impact } from '../../contract/clause.js'
import type { Defect } from '../defects.js'
import { anchorOf, plural } from './parts.js'
import { escaped, type Html, type Content } from './escaped.js'
import type { Contract } from '../../contract/contract.js'
import type { Report } from '../../judge/report.js'
import { afterAbort } from '../words.js'
import { remedies, unverifiedReasons } from './unverified.js'

interface Consequence {
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

/** Lines of one kind. */
const mostLines = 6
/** Ways to verify more that the first screen tells. */
const mostWays = 4

export function nextSteps(contract: Contract, report: Report, defects: readonly Defect[]): Html {
  const steps = new Map<string, Content[]>()
  const add = (who: string, step: Content): unknown => steps.set(who, [...(steps.get(who) ?? []), step])
  const crashed = defects.filter(({ outcome }) => outcome === 'error')
  if (crashed.length > 0) add(runner, escaped`Report to octospec what broke in it: ${linksTo(crashed)}`)
  for (const { impact } of consequences(defects, 'fail').slice(0, mostLines)) add(impact.who, impact.next)
  for (const { impact, defects: own } of consequences(defects, 'waived').slice(0, mostLines)) {
    const days = own.flatMap(({ checks }) => checks.flatMap(({ waived }) => waived?.until ?? []))
    add(impact.who, `Before the waiver ends on ${days.sort()[0] ?? 'its day'}: ${impact.next}`)
  }
  for (const { check, state } of report.waivers)
    if (state !== 'matches') add(runner, escaped`Take the waiver of <code>${check}</code> out of the profile.`)
  const ways = report.verdict === 'aborted' ? [] : remedies(contract, report, defects)
  const todo = ways.slice(0, mostWays)
  if (report.verdict === 'aborted') add(runner, `${capital(afterAbort(report))}.`)
  for (const [remedy, checks] of todo)
    add(runner, escaped`${capital(remedy)}. <span class="quiet">That unlocks ${plural(checks.length, 'check')}.</span>`)
  const open = unverifiedReasons(contract, report, defects).flatMap(({ clauses }) => clauses)
  const blocked = defects.flatMap((defect) => defect.blocked.map(({ clause }) => clause))
  const waiting = plural(new Set([...open, ...blocked]).size, 'clause')
  if (ways.length === 0 && report.verdict !== 'aborted') {
    if (defects.some(({ outcome }) => outcome === 'fail') && open.length + blocked.length > 0)
      add(
        runner,
        escaped`Run it again when that is mended: ${waiting} <a href="#unverified">could not be verified</a> as it is.`,
      )
    else if (open.length > 0)
      add(runner, escaped`See why ${waiting} <a href="#unverified">could not be verified</a>, and run it again.`)
  }
  if (ways.length > mostWays)
    add(
      runner,
      escaped`See <a href="#unverified">what was not verified</a> for ${plural(ways.length - mostWays, 'more way')} to verify more.`,
    )
  if (report.pending.length > 0 && !ways.some(([remedy]) => remedy.includes('octospec resume')))
    add(runner, escaped`Come back with <code>octospec resume</code>: holds are still ageing.`)
  if (report.verdict === 'conforms') {
    if (report.partial) add(runner, 'Run all the checks before anybody relies on this server.')
    else if (steps.size === 0) add(runner, 'Run it again when the server changes.')
    for (const { impact } of consequences(defects, 'warn').slice(0, mostLines))
      add(impact.who, `If you wish to follow usual practice: ${impact.next}`)
  }
  return steps.size === 0
    ? escaped``
    : escaped`<section class="next" aria-labelledby="next-title"><h2 id="next-title">What to do next</h2><dl>${[
        ...steps,
      ].map(
        ([who, own]) =>
          escaped`<div><dt>${capital(who)}</dt><dd><ol>${own.map((step) => escaped`<li>${step}</li>`)}</ol></dd></div>`,
      )}</dl></section>`
}

const runner = 'whoever runs octospec'

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
