import type { Impact } from '../../contract/clause.js'
import type { Contract } from '../../contract/contract.js'
import type { Report, Verdict } from '../../judge/report.js'
import { counts, levelsInWords, splitHeadline, standingOf } from '../../judge/verdict.js'
import { capital, dateOf, plural, words } from '../../words.js'
import { changesSince } from '../checkText.js'
import { consequences, impactOf, type Defect } from '../defects.js'
import { bounded, escaped, lines as textLines, type Content, type Html } from '../escape.js'
import { afterAbort, remedies, unverifiedReasons } from '../unverified.js'
import { anchorOf, code, list, part, section, some } from './parts.js'

/** Lines of one kind on the first screen; the sections below have all of them. */
const mostLines = 6
/** Ways to verify more that the first screen tells. */
const mostWays = 4

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
  const lines = consequences(defects, 'fail').map(
    ({ impact, defects: own }) => escaped`<b>${impact.title}.</b> ${impact.means} ${linksTo(own)}`,
  )
  const more =
    lines.length > mostLines
      ? [escaped`${plural(lines.length - mostLines, 'more consequence')}: <a href="#failures">see the failures</a>`]
      : []
  const waived = consequences(defects, 'waived')
  // It is too much to say what a convention would mean if it were asked for.
  const practice = defects.filter(({ outcome }) => outcome === 'warn')
  return part(
    'meaning',
    'What it means',
    escaped`${lines.length === 0 || noVerdict.has(report.verdict) ? escaped`<p>${meaningOf(report)}</p>` : ''}
${lines.length === 0 ? '' : escaped`<ol>${list([...lines.slice(0, mostLines), ...more])}</ol>`}${aside(
      escaped`<a href="#unverified">${words.means.notChecked}</a>`,
      openImpacts(contract, report, defects).map((impact) => escaped`${impact.title}`),
    )}${aside(
      words.means.waived,
      waived.map(({ impact, defects: own }) => escaped`${impact.title} (${linksTo(own)})`),
    )}${aside(
      words.means.practice,
      practice.map((each) => escaped`${bounded(each.title, 160)} (${linksTo([each])})`),
    )}`,
  )
}

/** Impacts that the run cannot exclude, the worst first. A run without a verdict has none: nearly all would be open. */
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
  if (verdict === 'fails' && !checks.some(counts)) return words.means.staleWaiver
  if (verdict === 'aborted' && checks.every(({ judged }) => judged === 0)) return words.means.nothingJudged
  return verdict === 'conforms' && partial ? words.means.part : words.means[verdict]
}

function aside(what: Content, lines: readonly Html[]): Html {
  return lines.length === 0 ? escaped`` : escaped`<p class="quiet">${what}: ${some(lines, mostLines, '; ')}.</p>`
}

function linksTo(own: readonly Defect[]): Html {
  const links = own.map(
    ({ number }) => escaped`<a class="whole" href="#${anchorOf('failure', number)}">failure ${number}</a>`,
  )
  return escaped`<span class="quiet">${some(links, 3)}</span>`
}

/** Who should do what: those who build the server by consequence, whoever runs octospec by what that unlocks. */
function nextSteps(contract: Contract, report: Report, defects: readonly Defect[]): Html {
  const steps = new Map<string, Content[]>()
  const add = (who: string, step: Content): unknown => steps.set(who, [...(steps.get(who) ?? []), step])
  const { next } = words
  const crashed = defects.filter(({ outcome }) => outcome === 'error')
  if (crashed.length > 0) add(next.runner, escaped`${capital(next.reportCrash)}: ${linksTo(crashed)}`)
  for (const { impact } of consequences(defects, 'fail').slice(0, mostLines)) add(impact.who, impact.next)
  for (const { impact, defects: own } of consequences(defects, 'waived').slice(0, mostLines)) {
    const days = own.flatMap(({ checks }) => checks.flatMap(({ waived }) => waived?.until ?? []))
    add(impact.who, next.beforeWaiverEnds(days.sort()[0] ?? 'its day', impact.next))
  }
  for (const { check, state } of report.waivers) if (state !== 'matches') add(next.runner, next.removeWaiver(check))
  const ways = remedies(contract, report, defects)
  if (report.verdict === 'aborted') add(next.runner, `${capital(afterAbort(report))}.`)
  else for (const step of waysToCheckMore(contract, report, defects, ways)) add(next.runner, step)
  // The remedy of those checks says so already.
  const isTold = ways.some(([, checks]) => checks.some(({ ageing }) => ageing))
  if (report.pending.length > 0 && !isTold) add(next.runner, next.resume)
  if (report.verdict === 'conforms') {
    if (report.partial) add(next.runner, `${capital(next.runAll)}.`)
    else if (steps.size === 0) add(next.runner, `${capital(next.runLater)}.`)
    for (const { impact } of consequences(defects, 'warn').slice(0, mostLines))
      add(impact.who, next.practice(impact.next))
  }
  if (steps.size === 0) return escaped``
  const byWho = [...steps].map(
    ([who, own]) => escaped`<div><dt>${capital(who)}</dt><dd><ol>${list(own)}</ol></dd></div>`,
  )
  return part('next', 'What to do next', escaped`<dl>${byWho}</dl>`)
}

function waysToCheckMore(
  contract: Contract,
  report: Report,
  defects: readonly Defect[],
  ways: ReturnType<typeof remedies>,
): readonly Content[] {
  const { next } = words
  const told = ways
    .slice(0, mostWays)
    .map(([todo, checks]) => escaped`${capital(todo)}. <span class="quiet">${next.unlocks(checks.length)}</span>`)
  const below = escaped` <a href="#unverified">See which.</a>`
  if (ways.length > mostWays) return [...told, escaped`${next.moreWays(ways.length - mostWays)}${below}`]
  if (ways.length > 0) return told
  const open = unverifiedReasons(contract, report, defects).flatMap(({ clauses }) => clauses)
  const blocked = defects.flatMap((defect) => defect.blocked.map(({ clause }) => clause))
  const waiting = new Set([...open, ...blocked]).size
  if (defects.some(({ outcome }) => outcome === 'fail') && waiting > 0)
    return [escaped`${next.rerunFixed(waiting)}${below}`]
  return open.length > 0 ? [escaped`${next.rerun(waiting)}${below}`] : []
}

function since({ since: earlier, verdict, target, checks }: Report, defects: readonly Defect[]): Html {
  if (earlier === undefined) return escaped``
  const { newFailures, stillFailing, startedAt, url } = earlier
  const titles = new Map(checks.map(({ id, title }) => [id, title]))
  const named = (ids: readonly string[]): readonly Html[] =>
    ids.map((id) =>
      titles.has(id) ? escaped`<a href="#${anchorOf('check', id)}">${titles.get(id)}</a>` : escaped`<code>${id}</code>`,
    )
  // One line a cause: what many checks show is one thing that is new.
  const causes = defects
    .filter((defect) => defect.checks.some(({ id }) => newFailures.includes(id)))
    .map((defect) => escaped`${defect.impact?.title ?? bounded(defect.title, 160)} (${linksTo([defect])})`)
  const lines = changesSince(earlier).map(([what, ids]) =>
    ids === newFailures
      ? ([words.since.newFailures(causes.length, ids.length), causes] as const)
      : ([what, named(ids)] as const),
  )
  const sentences = [
    words.since.verdicts(earlier.verdict, verdict),
    ...(url === target.url ? [] : [words.since.otherAddress(url)]),
    ...(stillFailing === 0 ? [] : [words.since.stillFailing(stillFailing)]),
    ...(lines.length === 0 ? [words.since.nothing] : []),
  ]
  return part(
    'since',
    words.since.title(dateOf(startedAt)),
    escaped`<p>${sentences.join(' ')}</p>
${lines.map(([what, all]) => escaped`<p><b>${what}:</b> ${some(all, 5, '; ')}</p>`)}`,
  )
}

/** How much of each level was verified: no bar, in which the few that are broken would hardly show. */
function standingTable({ clauses }: Report): Html {
  const cell = (number: number, kind: string): Html =>
    escaped`<td${number === 0 ? '' : escaped` class="n-${kind}"`}>${number}</td>`
  return escaped`<table class="standing"><caption>Clauses of the documents</caption>
<thead><tr><th scope="col">Level</th><th scope="col">broken</th><th scope="col">not checked</th><th scope="col">verified</th><th scope="col">not applicable</th></tr></thead>
<tbody>${standingOf(clauses).map(
    ({ level, broken, unverified, verified, notApplicable }) => escaped`
<tr><th scope="row">${level} <span class="quiet">${words.level[level]}</span></th>${cell(broken, level === 'convention' ? 'warn' : 'fail')}${cell(unverified, 'untested')}${cell(verified, 'pass')}${cell(notApplicable, 'off')}</tr>`,
  )}</tbody></table>`
}

/** All that a reader must know before believing the verdict. What to do about it is among the next steps. */
function remarks({ problems, only, allowUntested, pending, waivers }: Report): Html {
  const { mind } = words
  const codes = (texts: readonly string[]): Html =>
    some(
      texts.map((text) => escaped`<code>${text}</code>`),
      20,
    )
  const notes: readonly Html[] = [
    ...problems.map((problem) => escaped`<b>Note:</b> ${textLines(problem, 2000)}`),
    ...(only.length === 0 ? [] : [escaped`${mind.partial}: ${codes(only)}.`]),
    ...(allowUntested.length === 0 ? [] : [escaped`${mind.allowed}: ${codes(allowUntested)}.`]),
    ...pending.map(({ scenario, dueAt }) => escaped`${mind.pending(scenario, dateOf(dueAt))}`),
    ...waivers.map(
      ({ check, reason, until, state }) => escaped`<b>${mind[state]}:</b> ${mind.waiver(check, until, reason)}`,
    ),
  ]
  return notes.length === 0 ? escaped`` : escaped`<ul class="remarks">${list(notes)}</ul>`
}

/** A page of a conforming run to hand on: what it says, what it does not say, and how somebody else checks it. */
export function certificate(report: Report): Html {
  // A part of the suite and a smoke run are nothing to hand on.
  if (report.verdict !== 'conforms' || report.partial) return escaped``
  const { target, evidence, contract, tool, clauses, startedAt } = report
  const text = words.certificate
  const standings = standingOf(clauses)
  const [verified = 'no clause', open, broken] = (['verified', 'unverified', 'broken'] as const).map((how) =>
    levelsInWords(standings, how),
  )
  const found = [
    text.verified(verified),
    ...(open === undefined ? [] : [text.open(open)]),
    ...(broken === undefined ? [] : [text.broken(broken)]),
  ].join('; ')
  const limits = [
    ...(open === undefined ? [] : [text.notOpen]),
    ...(broken === undefined ? [] : [text.notBroken]),
    text.notElse,
  ]
  return section(
    'certificate',
    'Certificate',
    null,
    escaped`<div class="card certificate">
<p><b>${text.conforms(dateOf(startedAt), target.url, target.environment, tool.version, contract.version, found)}</b></p>
<h3>What it means</h3>
<ul class="plain">${list([text.isMeant, report.allowUntested.length > 0 ? text.allowedMust : text.allMust])}</ul>
<h3>What it does not mean</h3>
<ul class="plain">${list(limits)}</ul>
<h3>How a partner checks it</h3>
<p>${text.ask}</p>
${code('octospec verify FOLDER', 200)}
<p>${text.signed}</p>
<p class="quiet">${text.evidence(evidence.exchanges, evidence.sha256, contract.sha256)}</p>
</div>`,
  )
}
