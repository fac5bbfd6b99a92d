import type { Impact } from '../../contract/clause.js'
import type { Contract } from '../../contract/contract.js'
import type { CheckResult, Report, Verdict } from '../../judge/report.js'
import { remedyNote } from '../../judge/plan.js'
import { counts, levelsInWords, splitHeadline, type Standing, standingOf } from '../../judge/verdict.js'
import { type Defect, impactOf } from '../defects.js'
import { bounded, type Content, escaped, type Html, lines as textLines } from '../escape.js'
import { anchorOf, code, dateOf, plural, section } from './parts.js'
import { remedies, unverifiedReasons } from './unverified.js'
import { afterAbort, capital } from '../words.js'

/** Lines of one kind on the first screen; the sections below have all of them. */
const mostLines = 6

const meanings: Readonly<Record<Verdict, string>> = {
  conforms:
    'Clients built by the documents can rely on what was verified. It says nothing of speed, load, security beyond what is listed, or what the documents leave open.',
  fails: 'The server does not do what the documents state.',
  unverified: 'Nothing that was verified is broken, but what was not verified may be. Do not rely on it before it is.',
  aborted: 'The run ended early. What was judged until then is below; it is no verdict on the server.',
  'suite-error': 'octospec itself broke in part of the run, so this is no verdict on the server. Please report it.',
}

/** For the one who decides: the verdict, what it means, what to do next, what changed, and how much was verified. */
export function masthead(contract: Contract, report: Report, defects: readonly Defect[]): Html {
  const [ending, rest] = splitHeadline(report)
  return escaped`<header class="masthead v-${ending === report.verdict ? ending : 'noted'}" id="top">
<p class="brand">octospec <span>conformance report</span></p>
<h1><span class="verdict">${ending}<span class="hidden">${rest.startsWith('.') ? '.' : ''}</span></span>${textLines(rest.replace(/^\./, ''), 2000)}</h1>
<p class="tested">Tested: <code>${report.target.url}</code> (${report.target.environment}), <time datetime="${report.startedAt}">${dateOf(report.startedAt)}</time></p>
${meaning(contract, report, defects)}
${nextSteps(contract, report, defects)}
${since(report, defects)}
${standingTable(report)}
${remarks(report)}
</header>`
}

/** One line a consequence, the worst first; then what does not count, but is not as it should be. */
function meaning(contract: Contract, report: Report, defects: readonly Defect[]): Html {
  const lines = consequences(defects, 'fail')
  return escaped`<section class="meaning" aria-labelledby="meaning-title"><h2 id="meaning-title">What it means</h2>
${lines.length === 0 || noVerdict.has(report.verdict) ? escaped`<p>${meaningOf(report)}</p>` : ''}
${
  lines.length === 0
    ? ''
    : escaped`<ol>${lines
        .slice(0, mostLines)
        .map(
          ({ impact, defects: own }) => escaped`<li><b>${impact.title}.</b> ${impact.means} ${linksTo(own)}</li>`,
        )}${lines.length > mostLines ? escaped`<li>${plural(lines.length - mostLines, 'more consequence')}: <a href="#failures">see the failures</a></li>` : ''}</ol>`
}${aside(
    escaped`Cannot be ruled out, as it was <a href="#unverified">not verified</a>`,
    openImpacts(contract, report, defects).map((impact) => escaped`${impact.title}`),
  )}${aside(
    'Known, and waived for now',
    consequences(defects, 'waived').map(({ impact, defects: own }) => escaped`${impact.title} (${linksTo(own)})`),
  )}${aside(
    'Usual practice that is not followed, though the documents do not ask for it',
    // What it would mean if it were asked for is too much said.
    defects
      .filter(({ outcome }) => outcome === 'warn')
      .map((each) => escaped`${bounded(each.title, 160)} (${linksTo([each])})`),
  )}</section>`
}

/** What may be so for all that the run saw, the worst first: of a run that ended early that is nearly everything, and says nothing. */
function openImpacts(contract: Contract, report: Report, defects: readonly Defect[]): readonly Impact[] {
  if (noVerdict.has(report.verdict)) return []
  const known = new Set(defects.flatMap(({ impact }) => impact ?? []))
  const open = unverifiedReasons(contract, report, defects)
    .flatMap(({ checks }) => checks)
    .filter(({ level }) => level !== 'convention')
    .flatMap((check) => impactOf(contract, check) ?? [])
  return contract.impacts.filter((impact) => open.includes(impact) && !known.has(impact))
}

/** Verdicts that say nothing of the server; what was seen to be broken is broken all the same. */
const noVerdict: ReadonlySet<Verdict> = new Set(['aborted', 'suite-error'])

function meaningOf({ verdict, checks, partial }: Report): string {
  if (verdict === 'fails' && !checks.some(counts))
    return 'The server passed, but the profile still waives a failure that is gone. Remove the waiver.'
  if (verdict === 'aborted' && checks.every(({ judged }) => judged === 0))
    return 'The run ended before anything was judged, so it is no verdict on the server.'
  if (verdict === 'conforms' && partial)
    return 'What was verified holds. The rest was not looked at, so this says nothing of the server as a whole.'
  return meanings[verdict]
}

function aside(what: Content, lines: readonly Html[]): Html {
  return lines.length === 0
    ? escaped``
    : escaped`<p class="quiet">${what}: ${lines.slice(0, mostLines).map((line, at) => escaped`${at > 0 ? '; ' : ''}${line}`)}${lines.length > mostLines ? `; and ${lines.length - mostLines} more` : ''}.</p>`
}

function since({ since: earlier, verdict, target, checks }: Report, defects: readonly Defect[]): Html {
  if (earlier === undefined) return escaped``
  const { stillFailing } = earlier
  const titles = new Map(checks.map((check) => [check.id, check]))
  // One line a cause: what many checks show is one thing that is new.
  const newOf = (ids: readonly string[]): readonly Html[] =>
    defects.flatMap((defect) =>
      defect.checks.some(({ id }) => ids.includes(id))
        ? [escaped`${defect.impact?.title ?? bounded(defect.title, 160)} (${linksTo([defect])})`]
        : [],
    )
  const named = (ids: readonly string[]): readonly Html[] => ids.map((id) => checkName(id, titles.get(id)))
  const { newFailures, mended, unverified, verified } = earlier
  const causes = newOf(newFailures)
  const shownBy = newFailures.length === causes.length ? '' : `, shown by ${plural(newFailures.length, 'check')}`
  const changes: readonly (readonly [what: string, all: readonly Html[]])[] = [
    [`${plural(causes.length, 'new failure')}${shownBy}`, causes],
    [`${mended.length} mended`, named(mended)],
    [`${unverified.length} no longer verified`, named(unverified)],
    [`${verified.length} verified now`, named(verified)],
  ]
  const lines = changes.filter(([, all]) => all.length > 0)
  return escaped`<section class="since" aria-labelledby="since-title"><h2 id="since-title">What changed since ${dateOf(earlier.startedAt)}</h2>
<p>The verdict was <b>${earlier.verdict}</b> and is <b>${verdict}</b>.${earlier.url === target.url ? '' : escaped` That run was of another address: <code>${earlier.url}</code>.`}${stillFailing === 0 ? '' : ` ${plural(stillFailing, 'check')} failed then and now.`}${lines.length === 0 ? ' No check ended differently.' : ''}</p>
${lines.map(([what, all]) => escaped`<p><b>${what}:</b> ${listed(all)}</p>`)}</section>`
}

function listed(all: readonly Html[]): Html {
  return escaped`${all.slice(0, 5).map((each, at) => escaped`${at > 0 ? '; ' : ''}${each}`)}${all.length > 5 ? `; and ${all.length - 5} more` : ''}`
}

function checkName(id: string, check: CheckResult | undefined): Html {
  return check === undefined
    ? escaped`<code>${id}</code>`
    : escaped`<a href="#${anchorOf('check', id)}">${check.title}</a>`
}

const levels: Readonly<Record<Standing['level'], string>> = {
  must: 'stated by the documents',
  derived: 'follows from what they state',
  convention: 'public practice where they are silent',
}

/** How much of each level was verified: no bar, in which the few that are broken would hardly show. */
function standingTable({ clauses }: Report): Html {
  return escaped`<table class="standing"><caption>Clauses of the documents</caption>
<thead><tr><th scope="col">Level</th><th scope="col">broken</th><th scope="col">not verified</th><th scope="col">verified</th><th scope="col">not applicable</th></tr></thead>
<tbody>${standingOf(clauses).map(
    ({ level, broken, unverified, verified, notApplicable }) => escaped`
<tr><th scope="row">${level} <span class="quiet">${levels[level]}</span></th>${count(broken, level === 'convention' ? 'warn' : 'fail')}${count(unverified, 'untested')}${count(verified, 'pass')}${count(notApplicable, 'off')}</tr>`,
  )}</tbody></table>`
}

function count(number: number, kind: string): Html {
  return escaped`<td${number === 0 ? '' : escaped` class="n-${kind}"`}>${number}</td>`
}

/** All that a reader must know before believing the verdict. */
function remarks(report: Report): Html {
  // What to do about it is among the next steps.
  const problems = report.problems.filter((problem) => !problem.startsWith(remedyNote))
  const notes: Html[] = problems.map((problem) => escaped`<li><b>Mind:</b> ${textLines(problem, 2000)}</li>`)
  if (report.only.length > 0)
    notes.push(escaped`<li><b>Partial run:</b> only the checks that match ${codes(report.only)} were chosen.</li>`)
  if (report.allowUntested.length > 0)
    notes.push(
      escaped`<li><b>Allowed to stay open:</b> checks that match ${codes(report.allowUntested)} do not count when they could not be verified.</li>`,
    )
  for (const { scenario, dueAt } of report.pending)
    notes.push(
      escaped`<li><b>Not finished:</b> the holds of <code>${scenario}</code> are still ageing until ${dateOf(dueAt)}; <code>octospec resume</code> completes the report then.</li>`,
    )
  for (const { check, reason, until, state } of report.waivers)
    notes.push(escaped`<li><b>Waiver, ${waiverStates[state]}:</b> <code>${check}</code> until ${until}: ${reason}</li>`)
  return notes.length === 0 ? escaped`` : escaped`<ul class="remarks">${notes}</ul>`
}

const waiverStates: Readonly<Record<Report['waivers'][number]['state'], string>> = {
  matches: 'in force',
  stale: 'stale, it matches no failure any more',
  over: 'over, it waives nothing any more',
}

function codes(texts: readonly string[]): readonly Html[] {
  return texts.slice(0, 20).map((text, at) => escaped`${at > 0 ? ', ' : ''}<code>${text}</code>`)
}

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

/** Of a run that conforms, a page to hand on: what it says, what it does not say, and how somebody else checks it. */
export function certificate(report: Report): Html {
  // A part of the suite and a smoke run are nothing to hand on.
  if (report.verdict !== 'conforms' || report.partial) return escaped``
  const { target, evidence, contract, tool, clauses, startedAt } = report
  const standings = standingOf(clauses)
  const [verified = 'no clause', open, broken] = (['verified', 'unverified', 'broken'] as const).map((how) =>
    levelsInWords(standings, how),
  )
  const found = [
    `${verified} verified`,
    ...(open === undefined ? [] : [`${open} could not be verified`]),
    ...(broken === undefined ? [] : [`${broken} broken or not followed, which is waived or no failure`]),
  ]
  return section(
    'certificate',
    'Certificate',
    null,
    escaped`<div class="card certificate">
<p>On <b>${dateOf(startedAt)}</b> the server at <b><code>${target.url}</code></b> (${target.environment}) was held up to the documents of the service by octospec ${tool.version}, contract ${contract.version}. It <b>conforms</b>: ${found.join('; ')}.</p>
<h3>What it means</h3>
<ul class="plain"><li>Each verified clause was seen to hold, in real answers of this server, on that day.</li><li>Every must clause that a client can observe was verified${report.allowUntested.length > 0 ? ', or the run was allowed to leave it open' : ''}.</li></ul>
<h3>What it does not mean</h3>
<ul class="plain">${open === undefined ? '' : escaped`<li>That the server does what could not be verified: <a href="#unverified">see below</a>.</li>`}${broken === undefined ? '' : escaped`<li>That it does what is <a href="#failures">waived or not followed</a>.</li>`}<li>It says nothing of speed, load or what the documents leave open, nor of any other day, address or version of the server.</li></ul>
<h3>How a partner checks it</h3>
<p>Ask for the whole folder of the run. This judges it again, offline:</p>
${code('octospec verify FOLDER', 200)}
<p>That shows that the report follows from the evidence, and not who made the two. Ask for a signature or an attestation of <code>report.json</code>, which has the hash of the evidence.</p>
<p class="quiet">Evidence: ${evidence.exchanges.toLocaleString('en')} exchanges, sha256 <code>${evidence.sha256}</code>. Contract sha256 <code>${contract.sha256}</code>.</p>
</div>`,
  )
}
