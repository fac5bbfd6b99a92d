import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { specFile } from '../../contract/specFile.js'
import type { Report } from '../../judge/report.js'
import { exitCodeOf } from '../errorCodes.js'
import { moments, type Behaviour, type Moment } from './behaviour.test.data.js'
import type { HostileRun } from './hostileRun.test.data.js'

/** By octospec's own clock, no run on a hostile target may take longer, in milliseconds. */
const longest = 20 * 60_000

const stack = /^\s+at .+:\d+:\d+\)?$/m
// Whatever does something to a terminal, or to the eyes of who reads it.
const active =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u

let validate: ValidateFunction | null = null

/** What is wrong with how a run on a hostile target ended; nothing, when it ended as it must. */
export function complaintsOf(run: HostileRun, behaviour: Behaviour, moment: Moment): readonly string[] {
  const { delivery, wrong, met, broke, strayed, booked } = run
  const general = [
    ...wrong,
    ...broke.map((what) => `the target itself broke: ${what}`),
    ...strayed.map((request) => `it went where it was sent: ${request}`),
    ...(met === 0 ? ['the target never came to misbehave'] : []),
  ]
  if (delivery === null) return general
  const { exit, out, err, took } = delivery
  const wanted = [behaviour.exits[moments.indexOf(moment)] ?? []].flat()
  return [
    ...general,
    ...(wanted.includes(exit) ? [] : [`exit ${exit} instead of ${wanted.join(' or ')}`]),
    ...(took > longest ? [`it took ${Math.round(took / 1000)} s by its clock`] : []),
    ...(stack.test(out + err) ? ['a stack trace was printed'] : []),
    ...(active.test(out + err) ? ['something active was printed'] : []),
    ...(delivery.report === null
      ? withoutReport(delivery, booked)
      : aboutReport(JSON.parse(delivery.report), delivery.exit, behaviour, booked)),
  ]
}

/** A run that could not start says so, and has booked nothing. */
function withoutReport(
  { exit, err }: NonNullable<HostileRun['delivery']>,
  booked: HostileRun['booked'],
): readonly string[] {
  return [
    ...(exit === 2 || exit === 4 ? [] : ['there is no report']),
    ...(/^error OCTOSPEC_[A-Z_]+: /m.test(err) ? [] : ['neither is there a report nor an error']),
    ...(booked.length === 0 ? [] : [`there is no report, and yet ${booked.length} bookings were made`]),
  ]
}

function aboutReport(
  report: Report,
  exit: number,
  { blamed }: Behaviour,
  booked: HostileRun['booked'],
): readonly string[] {
  validate ??= addFormats
    .default(new Ajv2020({ strict: true, strictRequired: false, allErrors: true, allowUnionTypes: true }))
    .compile(JSON.parse(readFileSync(specFile('report.schema.json'), 'utf8')))
  const invalid = validate(report) ? [] : [`the report is invalid: ${JSON.stringify(validate.errors).slice(0, 500)}`]
  const accused = report.checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
  const unproven = report.checks.filter(({ outcome }) => outcome !== 'pass')
  const unnamed = booked.filter(
    ({ id, key, isOpen }) =>
      isOpen && !report.bookings.some((fate) => fate.fate !== 'cancelled' && (fate.id === id || fate.key === key)),
  )
  return [
    ...invalid,
    // What the walk finds wrong with the profile or the address is wrong use: the report says that nothing was judged.
    ...(exitCodeOf(report.verdict) === exit || (report.verdict === 'aborted' && exit === 2)
      ? []
      : [`the verdict is ${report.verdict}, and yet the exit code is ${exit}`]),
    ...report.checks.flatMap(({ id, outcome, reason }) => (outcome === 'error' ? [`error of ${id}: ${reason}`] : [])),
    ...(blamed === 'the server'
      ? []
      : accused.map(({ id, outcome }) => `${id}: ${outcome}, for which nobody is to blame`)),
    ...(blamed === 'nothing' ? unproven.map(({ id, reason }) => `${id} is no pass: ${reason}`) : []),
    ...(blamed === 'nobody' ? unnamed.map(({ id }) => `booking ${id} is left, and the report does not name it`) : []),
  ]
}
