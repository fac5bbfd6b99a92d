import { isoOf } from '../../contract/instant.js'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { curlOf } from '../../wire/curl.js'
import type { Exchange } from '../../wire/exchange.js'
import { requestHeader, runName } from '../../wire/bind.js'
import { escapeText, safeJson } from '../../contract/escapeText.js'
import { evidenceName } from '../../evidence/evidenceFile.js'
import { readEvidence } from '../../evidence/readEvidence.js'
import { closestWord } from '../../profile/complaint.js'
import { defectsOf } from '../../report/defects.js'
import { checkLines } from '../../report/checkText.js'
import { placeOfRun, readReport } from '../../report/reportFile.js'
import { shellScript } from '../../report/story/script.js'
import { storiesOf } from '../../report/story/story.js'
import { pack } from '../../pack.js'
import { CliError } from '../errorCodes.js'
import { command, flag, type Command } from '../command.js'

export const showCommand: Command = command({
  options: { script: flag('of a check that failed: the shell script that reproduces it') },
  positionals: { run: 'folder of a run', id: 'number of an exchange, or id of a check or clause' },
  epilogue: 'Sends nothing. Exit codes: 0 it is shown, 2 the run has none of that name.',
  handle: async ({ run, id, script }, { cwd, stdout }) => {
    const lines = script
      ? [await scriptOf(cwd, run, id)]
      : /^\d{1,9}$/.test(id)
        ? await exchangeLines(join(placeOfRun(cwd, run).folder, evidenceName), Number(id))
        : judgedLines(cwd, run, id)
    stdout.write(`${lines.join('\n')}\n`)
    return 0
  },
})

/** @throws CliError where no request of the run shows a failure of that name, ReportError, EvidenceError */
async function scriptOf(cwd: string, run: string, id: string): Promise<string> {
  const report = readReport(cwd, run)
  const path = join(placeOfRun(cwd, run).folder, evidenceName)
  const own = defectsOf(pack.contract, report).filter(({ checks }) =>
    checks.some((check) => check.id === id || check.clause === id),
  )
  const stories = await storiesOf(own, report, pack.contract, () => readEvidence(path))
  for (const { number, title } of own) {
    const story = stories.get(number)
    if (story !== undefined) return shellScript(story, title, report.target.url)
  }
  throw new CliError(
    'OCTOSPEC_UNKNOWN_ID',
    `no request of the run shows a failure of '${escapeText(id)}'`,
    'give the id of a check that failed',
  )
}

/** @throws CliError where there is no such exchange, EvidenceError */
async function exchangeLines(path: string, n: number): Promise<readonly string[]> {
  let last = 0
  let run = ''
  for await (const line of readEvidence(path)) {
    if (line.type === 'plan') run = runName(line.plan.nonce)
    if (line.type !== 'exchange') continue
    if (line.exchange.n === n) return linesOf(line.exchange, run)
    last = Math.max(last, line.exchange.n)
  }
  const own = last === 0 ? 'it has none: nothing was sent' : `its exchanges are 1 to ${last}`
  throw new CliError('OCTOSPEC_UNKNOWN_ID', `the run has no request ${n}`, own)
}

function linesOf(exchange: Exchange, run: string): readonly string[] {
  const { n, purpose, as, scenario, durationMs, startedAt, response, failure } = exchange
  return [
    `request ${n}: ${purpose}, sent as ${as}, scenario ${escapeText(scenario)}, ${isoOf(startedAt)}, ${durationMs} ms`,
    `in the log of the server: ${requestHeader}: ${escapeText(run)}-${n}`,
    '',
    curlOf(exchange),
    '',
    ...(failure === undefined ? [] : [`${failure.kind}: ${escapeText(failure.message)}`]),
    ...(response === null
      ? ['no complete answer']
      : [
          `HTTP ${response.status} ${STATUS_CODES[response.status] ?? ''}`.trimEnd(),
          ...Object.entries(response.headers).map(([name, value]) => escapeText(`${name}: ${value}`, 2000)),
          '',
          ...bodyOf(response),
        ]),
  ]
}

function bodyOf({ json, text }: NonNullable<Exchange['response']>): readonly string[] {
  if (json !== undefined) return [safeJson(json, 2)]
  if (text === undefined) return ['(no body)']
  return text.split('\n').map((line) => escapeText(line, 10_000))
}

/** @throws CliError where the run has no such check or clause, ReportError */
function judgedLines(cwd: string, run: string, id: string): readonly string[] {
  const report = readReport(cwd, run)
  const found = report.checks.filter((check) => check.id === id || check.clause === id)
  if (found.length > 0)
    return found.flatMap((check, at) => [
      ...(at === 0 ? [] : ['']),
      escapeText(`${check.outcome}  ${check.id}  ${check.title}`, 1000),
      ...checkLines(check, report).map((line) => `  ${escapeText(line, 2000)}`),
    ])
  const nearest = closestWord(
    id,
    report.checks.flatMap((check) => [check.id, check.clause]),
  )
  throw new CliError(
    'OCTOSPEC_UNKNOWN_ID',
    `the run has no check and no clause '${escapeText(id)}'`,
    nearest === undefined
      ? 'name the number of an exchange, or an id of its report'
      : `did you mean ${escapeText(nearest)}?`,
  )
}
