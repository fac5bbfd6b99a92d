/**
 * The sentences of reports, verdicts and their errors, in one place. Templates take plain values; nothing reads a
 * sentence back. Hostile values are escaped where it is shown. `words.test.ts` renders each with an example on one
 * page.
 */

/** `3 checks`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** With a capital, unless it begins with a name, such as octospec's, or that of a member in camel case. */
export function capital(text: string): string {
  return /^(?!octospec )[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** The first of many, and how many more there are. */
export function some(texts: readonly string[], most: number, between = ', '): string {
  const more = texts.length > most ? [`and ${texts.length - most} more`] : []
  return [texts.slice(0, most).join(between), ...more].join(' ')
}

/** `1.2 s`, `340 ms`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** `21 November 2026 at 03:32 UTC` */
export function dateOf(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return `${date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

const were = (count: number): string => (count === 1 ? 'was' : 'were')

export const words = {
  /** The first sentence of a report. */
  verdict: {
    noFailures: (waived: number): string => (waived === 0 ? 'no failures' : `no failures but ${waived} waived`),
    passes: (waived: number): string => `passes with ${plural(waived, 'waived failure')}`,
    ofPart: (requests: number, kind: string): string => `in the ${requests} requests of a ${kind} run`,
    checks: (total: number, counts: string): string => `${plural(total, 'check')}: ${counts}`,
    passed: (count: number): string => `${count} passed`,
    failed: (count: number): string => `${count} failed`,
    waived: (count: number): string => `${count} waived`,
    warned: (count: number): string => `${count} ${count === 1 ? 'warning' : 'warnings'}`,
    crashed: (count: number): string => `${count} broke in octospec`,
    notChecked: (count: number): string => `${count} not checked`,
    notApplicable: (count: number): string => `${count} ${count === 1 ? 'does' : 'do'} not apply`,
    notRun: (count: number): string => `${count} not run`,
    cutShort: 'the run was cut short',
    suiteError: 'octospec itself broke',
    nothing: 'nothing was checked',
    openClauses: (count: number): string => `${plural(count, 'must clause')} ${were(count)} not checked`,
    staleWaiver: (check: string): string => `the waiver of ${check} is no longer needed: remove it from the profile`,
    pastWaiver: (check: string, until: string): string =>
      `the waiver of ${check} ended on ${until}: it no longer waives anything`,
  },
  /** An outcome in a word or two, and what it means. */
  outcome: {
    fail: 'fails',
    error: 'octospec error',
    warn: 'warns',
    waived: 'waived',
    untested: 'not checked',
    pass: 'passes',
    'not-applicable': 'not applicable',
    unobservable: 'not observable',
    'not-selected': 'not selected',
  },
  legend: {
    pass: 'the server does what the documents state',
    fail: 'a must or derived clause is broken',
    warn: 'a convention is not followed; the documents do not ask for it',
    untested: 'could have been observed but was not; the report says why, and what would change that',
    'not-applicable': 'belongs to an optional operation that this server does not offer',
    unobservable: 'no client can observe it; it never counts',
    waived: 'a known failure, accepted in the profile until a day',
    error: 'octospec itself broke; this says nothing about the server',
  },
  level: {
    must: 'stated by the documents',
    derived: 'follows from what they state',
    convention: 'public practice where they are silent',
  },
  /** What a verdict means for the one who decides. */
  means: {
    conforms:
      'Clients built from the documents can rely on what passed. This says nothing about speed, load, other security, or what the documents leave open.',
    fails: 'The server does not do what the documents state.',
    unverified: 'Nothing that was checked is broken. What was not checked may be, so do not rely on it yet.',
    aborted: 'The run ended early. What was judged until then is below. It is no verdict on the server.',
    'suite-error': 'octospec itself broke in part of the run, so this is no verdict on the server. Please report it.',
    staleWaiver: 'The server passed. The profile still waives a failure that is gone: remove the waiver.',
    nothingJudged: 'The run ended before anything was judged, so it is no verdict on the server.',
    part: 'What was checked passed. The rest was not checked, so this says nothing about the server as a whole.',
    notChecked: 'Not checked',
    waived: 'Known, and waived for now',
    practice: 'Usual practice that is not followed, though the documents do not ask for it',
  },
  /** Remedies: what somebody should do next. */
  next: {
    runner: 'whoever runs octospec',
    reportCrash: 'report to octospec what broke in it',
    beforeWaiverEnds: (day: string, next: string): string => `Before the waiver ends on ${day}: ${next}`,
    removeWaiver: (check: string): string => `Remove the waiver of ${check} from the profile.`,
    unlocks: (checks: number): string => `That unlocks ${plural(checks, 'check')}.`,
    rerunFixed: (clauses: number): string =>
      `Run it again when that is fixed: ${plural(clauses, 'clause')} ${were(clauses)} not checked.`,
    rerun: (clauses: number): string =>
      `See why ${plural(clauses, 'clause')} ${were(clauses)} not checked, and run it again.`,
    moreWays: (ways: number): string =>
      `${plural(ways, 'more way')} to check more ${ways === 1 ? 'is' : 'are'} listed below.`,
    resume: 'Come back with octospec resume: holds are still ageing.',
    seeWhy: 'see in the report why something was not checked',
    runAll: 'run all the checks before anybody relies on this server',
    runLater: 'run it again when the server changes',
    practice: (next: string): string => `If you wish to follow usual practice: ${next}`,
    afterAbort: (todo: string): string => `${todo}; then run it again`,
    fixAbort: 'fix what ended the run early, and run it again',
  },
  /** What changed since the run before. */
  since: {
    title: (date: string): string => `What changed since ${date}`,
    verdicts: (before: string, now: string): string => `The verdict was ${before} and is ${now}.`,
    otherAddress: (url: string): string => `That run was of another address: ${url}.`,
    stillFailing: (checks: number): string => `${plural(checks, 'check')} failed then and now.`,
    nothing: 'No check ended differently.',
    newFailures: (count: number, checks: number): string =>
      `${plural(count, 'new failure')}${checks === count ? '' : `, shown by ${plural(checks, 'check')}`}`,
    fixed: (count: number): string => `${count} fixed`,
    lost: (count: number): string => `${count} no longer checked`,
    gained: (count: number): string => `${count} checked now`,
    isNew: (day: string): string => `new since the run of ${day}`,
    isOld: (day: string): string => `failed already in the run of ${day}`,
  },
  /** What a reader must know before believing the verdict. */
  mind: {
    partial: 'Partial run: only the checks that match these were chosen',
    allowed: 'Allowed to stay open: checks that match these do not count when they were not checked',
    pending: (scenario: string, date: string): string =>
      `Not finished: the holds of ${scenario} are still ageing until ${date}. octospec resume completes the report then.`,
    waiver: (check: string, until: string, reason: string): string => `${check} until ${until}: ${reason}`,
    matches: 'Waiver in force',
    stale: 'Waiver no longer needed, it matches no failure',
    over: 'Waiver ended, it no longer waives anything',
  },
  /** The notes under the titles of the page. */
  page: {
    failures: (defects: number, checks: number): string =>
      `${plural(defects, 'defect')} (${plural(checks, 'check')}), most serious first. A broken must or derived clause fails the run. A convention that is not followed is a warning.`,
    noFailures: 'Nothing that was checked broke a clause, and every convention that was checked is followed.',
    why: 'Why it matters',
    moreChecks: (count: number): string => `${plural(count, 'more check')} that this shows in`,
    moreFindings: (count: number): string => `${plural(count, 'more finding')} of this check`,
    blocked: (count: number): string => `${plural(count, 'more check')} could not be done because of it`,
    again: 'With octospec, which finds its own way there:',
    asScript: 'As a shell script, with curl',
    script:
      'Ids come from the answers, secrets from the environment by name. It ends with 1 if the defect was reproduced, with 0 if it was not, and with 2 if it could not be tried.',
    waited: (seconds: number): string => `after ${seconds} s of waiting`,
    together: 'while the one above was under way',
    clock: (minutes: number): string => `the clock moves on ${minutes} min`,
    open: (clauses: number): string =>
      `${plural(clauses, 'clause')}. No silence counts as a pass. Here is what was planned and not observed, by reason, with what would change that.`,
    allOpen: 'Everything that was planned was observed.',
    becauseOf: (failure: number): string => `Because of failure ${failure}`,
    notApplicable:
      'These do not concern this server: it does not offer the optional operation, or its profile rules it out.',
    noReason: 'no reason was recorded',
    allowed: 'allowed to stay open in this run',
    clauses:
      'Each is one statement of the documents. must: stated. derived: follows from what is stated. convention: public practice where the documents are silent.',
    noClauses: 'The documents state nothing here.',
    worth:
      'octospec had to guess here, so it judges none of this. It counts in no verdict. Look at the values and decide whether they are meant.',
    gaps: (seen: number, all: number): string =>
      `No server can be wrong in what the documents do not show. These are observations for whoever writes a client: ${seen} of ${all} gaps showed in this run.`,
    lifecycle: 'The statuses of bookings as this run saw them, and what led from one to another.',
    bookings: (bookings: number, fates: string): string => `The run made ${plural(bookings, 'booking')}: ${fates}.`,
    noBookings: 'The run made no booking.',
    requests: (count: number): string => `${plural(count, 'request')}. To print one whole, from exchanges.ndjson:`,
    firstRequests: (shown: number, all: number): string =>
      `Here are the first ${shown.toLocaleString('en')} of ${plural(all, 'request')}; all of them are in exchanges.ndjson.`,
    noRequests: 'No request was recorded.',
    firstShown: (shown: number): string => `Only the first ${shown} are shown; all are in report.json.`,
    printed: (shown: number, all: number): string =>
      `Printed are the first ${shown} of ${all}; the file has all of them.`,
    profile: 'What it says of the server beyond the defaults. Secrets are variables of the environment.',
    verify:
      'octospec verify judges the evidence again, offline. Text from the server is shown with control and direction characters as \\uXXXX. Long values are cut; the evidence has all of them.',
    nothingSeen: 'Nothing was seen.',
  },
  certificate: {
    verified: (clauses: string): string => `${clauses} verified`,
    open: (clauses: string): string => `${clauses} not checked`,
    broken: (clauses: string): string => `${clauses} broken or not followed, which is waived or no failure`,
    conforms: (date: string, url: string, environment: string, tool: string, contract: string, found: string): string =>
      `On ${date} octospec ${tool} tested the server at ${url} (${environment}) against the documents of the service, contract ${contract}. It conforms: ${found}.`,
    isMeant: 'Each verified clause was seen to hold, in real answers of this server, on that day.',
    allMust: 'Every must clause that a client can observe was verified.',
    allowedMust: 'Every must clause that a client can observe was verified, or the run was allowed to leave it open.',
    notOpen: 'That the server does what was not checked (see below).',
    notBroken: 'That it does what is waived or not followed (see the failures).',
    notElse:
      'It says nothing about speed, load or what the documents leave open, nor about any other day, address or version of the server.',
    ask: 'Ask for the whole folder of the run. This judges it again, offline:',
    signed:
      'That shows that the report follows from the evidence. It does not show who made the two. Ask for a signature or an attestation of report.json, which has the hash of the evidence.',
    evidence: (requests: number, sha256: string, contract: string): string =>
      `Evidence: ${plural(requests, 'request')}, sha256 ${sha256}. Contract sha256 ${contract}.`,
  },
  /** Why a check is open, what stands behind several, and what would change that. */
  why: {
    restsOnDeclared: (finding: string): string =>
      `${finding}; but no answer of the run had anything there, so your server may show it elsewhere or not at all`,
    correctKey: (key: string): string =>
      `correct ${key} in the profile, or set it to null if your server does not show it; otherwise the server never shows it`,
    restsOnDefault: (finding: string, keys: string): string =>
      `${finding}; but that rests on a default of octospec (${keys}) that the profile does not set and no answer confirms`,
    setKeys: (keys: string): string => `set ${keys} in the profile`,
    notAsked: (operations: string): string => `there was no request for ${operations}`,
    chooseMore: (operations: string): string =>
      `choose checks that send ${operations} too, or record traffic that has it`,
    notShown: (operations: string, title: string): string => `no answer to ${operations} showed whether ${title}`,
    setPlace: (operations: string): string =>
      `look at the answers to ${operations}; if they show it, set the profile key for its place`,
    stopped: (reason: string, request: number): string => `${reason} (request ${request})`,
    ageing: 'its booking is still ageing',
    passTime: 'come back with octospec resume, or set clock.request, or run with --wait',
    afterFix: 'run it again when what failed is fixed',
    refused: (operation: string, said: string): string => `${operation} was not accepted: ${said}`,
    missing: (field: string): string => `${field} is missing in the answers`,
    unshown: (operations: string): string => `no answer to ${operations} showed what these checks look for`,
    controlRefused: (said: string, request: number): string =>
      `the valid request was refused too (${said}, request ${request}), so this refusal says nothing`,
    noControl: (request: number): string =>
      `cannot tell why request ${request} was refused: the valid request was never accepted`,
    makeAccepted: (operation: string): string =>
      `fix ${operation} in the server, or set operations.${operation} in the profile as your server takes it`,
  },
  /** The lines of a check in text formats. */
  check: {
    place: (request: number, pointer: string): string => `request ${request}${pointer === '' ? '' : ` at ${pointer}`}`,
    noPlace: 'no single request',
    also: (requests: string): string => `; as well in requests ${requests}`,
    defect: (number: number, means: string, title: string, others: string): string =>
      `failure ${number}${means === '' ? '' : `, ${means}`}: ${title}${others === '' ? '' : ` (as well: ${others})`}`,
    clause: (id: string, level: string, text: string): string => `clause ${id} (${level}): ${text}`,
    waived: (until: string, reason: string): string => `waived until ${until}: ${reason}`,
    why: (reason: string): string => `why: ${reason}`,
    todo: (remedy: string): string => `do: ${remedy}`,
    again: (command: string): string => `again: ${command}`,
    notSo: (title: string): string => `this is not so: ${title}`,
    toTheEnd: 'the run comes to its end',
    more: (rest: number, headline: string): string => `and ${rest} more: ${headline}`,
  },
  /** What `octospec verify` says does not hold. */
  verify: {
    unjudged: (why: string): string => `the evidence cannot be judged: ${why}`,
    breaks: (check: string, why: string): string =>
      `check ${check} breaks on it (${why}), which the report of the run does not say: a line was edited, or another octospec wrote it`,
    breaksUntold: 'it does not say why',
    noReport: (name: string, headline: string): string =>
      `there is no ${name}; what follows from the evidence is: ${headline}`,
    otherFile: (file: string): string => `${file}: it is not the file that octospec writes for this evidence`,
    differs: (place: string, said: string, follows: string): string =>
      `${place}: the report says ${said}, the evidence says ${follows}`,
    leftOut: (thing: string, outcome: string): string =>
      `${thing}: it is not in the report, but the evidence has it (${outcome})`,
    madeUp: (thing: string): string => `${thing}: it is in the report, but not in the evidence`,
  },
  /** Why a file or a folder cannot be read or written, and what to do. */
  file: {
    runNeeded: 'name the folder of a run that octospec run wrote, or its report.json',
    nothingThere: (name: string): string => `${name}: there is no such folder or file`,
    noReport: (path: string, why: string): string =>
      `${path}: it is not a report of octospec with schema version 1: ${why}`,
    beyond: (path: string, what: string): string => `${path}: it is ${what}; octospec writes no such report`,
    noJson: 'it is not JSON',
    unreadable: (folder: string, code: string): string => `${folder} cannot be read (${code})`,
    lastRuns: (shown: number, all: number): string => `only the last ${shown} of ${all} runs are shown`,
    inUse: (folder: string, by: string): string => `${folder} is in use by ${by}`,
    waitForIt: (lock: string): string =>
      `wait for it or name another folder; if no octospec is at work there any more, remove ${lock}`,
    byThisProcess: 'another run of this process',
    byAnother: 'another octospec, which has just begun',
    byUnknown: 'something that octospec cannot tell',
    byProcess: (pid: number, host: string): string => `process ${pid}${host === '' ? '' : ` on ${host}`}`,
    inTheWay: 'there is a file that octospec did not write, or that was changed since',
    moveIt: 'move it away, or name another folder with --out',
    moveItOnVisit: 'move it away: this command writes into the folder of the run alone',
    list: 'The files that octospec wrote in this folder. The next run here replaces these, or moves them into a folder earlier-DATE-TIME below, and touches no other.',
    tooManyKept: (kept: number): string =>
      `it has ${kept} earlier runs already, in folders earlier-DATE-TIME, and no room for the last one`,
    comeBack: 'come back to them with octospec resume and remove those folders, or name another folder with --out',
  },
  /** How `octospec diff` names a change, and what two runs do not have in common. */
  diff: {
    broke: 'broke',
    'broken-in-others': 'broken in bookings alone that the later run did not make',
    unwaived: 'no longer waived',
    'became-untested': 'no longer checked',
    appeared: 'appeared',
    vanished: 'vanished',
    mended: 'fixed',
    'became-tested': 'checked now',
    waived: 'waived now',
    other: 'otherwise changed',
    tally: (failures: number, still: number): string =>
      `${plural(failures, 'new failure')}, ${still} failing as before`,
    nothing: 'no check and no clause changed',
    differs: (what: string, before: string, after: string): string =>
      `the runs have different ${what}: ${before} and ${after}`,
    otherContracts: 'the runs were judged by different contracts',
    partial: 'a run is partial: it has some of the checks alone',
    absent: 'not there',
  },
} as const
