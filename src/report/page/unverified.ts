import type { Contract } from '../../contract/contract.js'
import type { CheckResult, Report } from '../../judge/report.js'
import { standingOf } from '../../judge/verdict.js'
import { type Defect, impactOf, rankOf } from '../defects.js'
import { escaped, type Html } from '../escape.js'
import { anchorOf, badge, chapterOf, plural, printedNote, section } from './parts.js'
import { capital } from '../words.js'

/** What stands in the way of some checks, and what would change that. */
interface UnverifiedReason {
  readonly reason: string
  readonly remedy?: string
  readonly checks: readonly CheckResult[]
  readonly clauses: readonly string[]
}

/** How many clauses could not be verified: the one number that the whole report gives. */
export function unverifiedClauses({ clauses }: Pick<Report, 'clauses'>): number {
  return standingOf(clauses).reduce((sum, { unverified }) => sum + unverified, 0)
}

/** Why checks stayed open that no defect stands in the way of, by what would cost most if it were broken. */
export function unverifiedReasons(
  contract: Pick<Contract, 'impacts'>,
  { checks, causes = [] }: Report,
  defects: readonly Defect[],
): readonly UnverifiedReason[] {
  const blocked = new Set(defects.flatMap((defect) => defect.blocked.map(({ id }) => id)))
  const open = checks.filter(({ id, outcome }) => outcome === 'untested' && !blocked.has(id))
  const causeOf = new Map(causes.flatMap((cause) => cause.checks.map((id) => [id, cause] as const)))
  const rank = ({ checks: own }: UnverifiedReason): number =>
    Math.min(...own.map((check) => rankOf(contract, impactOf(contract, check))))
  return byReason(
    open,
    (check) => causeOf.get(check.id)?.text ?? check.reason,
    // What goes back to one thing is verified by what mends that.
    (check) => (causeOf.get(check.id) ?? check).remedy,
  )
    .map((each) => ({ each, worst: rank(each) }))
    .toSorted((a, b) => a.worst - b.worst || b.each.checks.length - a.each.checks.length)
    .map(({ each }) => each)
}

/** Each remedy once, with the checks that it would unlock; the one that unlocks most first. */
export function remedies(
  contract: Pick<Contract, 'impacts'>,
  report: Report,
  defects: readonly Defect[],
): readonly (readonly [string, readonly CheckResult[]])[] {
  const found = new Map<string, readonly CheckResult[]>()
  for (const { remedy, checks } of unverifiedReasons(contract, report, defects))
    if (remedy !== undefined) found.set(remedy, [...(found.get(remedy) ?? []), ...checks])
  return [...found].toSorted(([, some], [, others]) => others.length - some.length)
}

export function unverifiedSection(contract: Contract, report: Report, defects: readonly Defect[]): Html {
  const count = unverifiedClauses(report)
  const reasons = unverifiedReasons(contract, report, defects)
  const blocked = defects.filter((defect) => defect.blocked.length > 0)
  const notApplicable = report.checks.filter(({ outcome }) => outcome === 'not-applicable')
  const none = count === 0 && reasons.length === 0 && blocked.length === 0
  return section(
    'unverified',
    'What could not be verified',
    none
      ? null
      : `${plural(count, 'clause')}. No silence counts as a pass: what was planned and could not be observed is listed here, by reason, with what would make it verifiable.`,
    escaped`${none ? escaped`<p class="none">Everything that was planned was observed.</p>` : ''}${reasons.map(reasonCard)}${blocked.map(
      ({ number, title, blocked: checks }) =>
        escaped`<div class="card reason"><p class="tags">${badge('untested')}<span class="quiet">${plural(checks.length, 'check')}</span></p>
<p><b>Because of <a href="#${anchorOf('failure', number)}">failure ${number}</a>:</b> ${title}</p>${checkList(checks)}</div>`,
    )}${printedNote(reasons.length + blocked.length)}
${notApplicable.length === 0 ? '' : escaped`<h3>Not applicable</h3><p class="note">What does not concern this target: operations that the documents call optional and that it does not offer, or what its profile rules out.</p>${byReason(notApplicable, ({ reason }) => reason).map(reasonCard)}`}`,
  )
}

function byReason(
  checks: readonly CheckResult[],
  reasonOf: (check: CheckResult) => string | undefined,
  remedyOf: (check: CheckResult) => string | undefined = ({ remedy }) => remedy,
): readonly UnverifiedReason[] {
  const groups = new Map<string, CheckResult[]>()
  for (const check of checks) {
    const key = JSON.stringify([pattern(reasonOf(check)), pattern(remedyOf(check))])
    groups.set(key, [...(groups.get(key) ?? []), check])
  }
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const [checks, remedy] = [[first, ...others], remedyOf(first)]
      return [
        {
          reason: reasonOf(first) ?? 'no reason was recorded',
          ...(remedy !== undefined && { remedy }),
          checks,
          clauses: [...new Set(checks.map(({ clause }) => clause))],
        },
      ]
    })
}

/** Reasons that differ in the number of an exchange alone are one. */
function pattern(text = ''): string {
  return text.slice(0, 500).replaceAll(/\d+/g, 'N')
}

function reasonCard({ reason, remedy, checks, clauses }: UnverifiedReason): Html {
  return escaped`<div class="card reason">
<p class="tags">${badge(checks[0]?.outcome ?? 'untested')}<span class="quiet">${plural(clauses.length, 'clause')}, ${plural(checks.length, 'check')}</span></p>
<p><b>${capital(reason)}</b></p>
${remedy === undefined ? '' : escaped`<p class="remedy"><span>What would change it:</span> ${remedy}</p>`}
${checkList(checks)}
</div>`
}

function checkList(checks: readonly CheckResult[]): Html {
  return escaped`<details${checks.length <= 4 ? escaped` open` : ''}><summary>${plural(checks.length, 'check')}</summary>
<ul class="checks">${checks.map(
    (check) =>
      escaped`<li class="item" data-o="${check.outcome}" data-l="${check.level}" data-c="${chapterOf(check.clause)}">${check.title} <span class="quiet">${check.level} <a href="#${anchorOf('clause', check.clause)}"><code>${check.clause}</code></a>, check <a href="#${anchorOf('check', check.id)}"><code>${check.id}</code></a>${check.allowed === true ? '; allowed to stay open in this run' : ''}</span></li>`,
  )}</ul></details>`
}
