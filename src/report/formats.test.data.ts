import { pack } from '../pack.js'
import { reportOf } from '../judge/report.test.data.js'
import type { Report } from '../judge/report.js'
import type { Chunks } from '../evidence/files.js'
import { formats, type ReportInput } from './formats.js'

const finding = {
  message: 'the status of a new booking is not ON_HOLD',
  expected: '"ON_HOLD"',
  received: 'CONFIRMED',
  exchange: 3,
  pointer: '/status',
}

/** A report with one check of every outcome, and a waived failure. */
export function everyOutcome(): Report {
  return reportOf([
    { id: 'reserve.good', clause: '4.2/reserve-accepted', outcome: 'pass', durationMs: 1230 },
    { id: 'reserve.bad', clause: '4.2/new-booking-on-hold', outcome: 'fail', findings: [finding], durationMs: 45 },
    {
      id: 'reserve.odd',
      clause: '4.2/notes-mistyped-refused',
      level: 'convention',
      outcome: 'warn',
      findings: [{ ...finding, exchange: null, pointer: null }],
    },
    { id: 'hold.open', clause: '1.3/on-hold-before-end', outcome: 'untested', reason: 'no clock', remedy: 'give one' },
    { id: 'cancel.none', clause: '4.3/cancel-accepted', outcome: 'not-applicable', reason: 'cancel is not offered' },
    { id: 'cancel.broke', clause: '4.3/cancel-kept', outcome: 'error', reason: 'TypeError: x' },
    {
      id: 'list.known',
      clause: '4.3/list-accepted',
      outcome: 'fail',
      findings: [finding],
      waived: { reason: 'ticket 4711', until: '2027-01-31' },
    },
  ])
}

/** The content of a report in one format. */
export async function renderedAs(name: string, input: Omit<ReportInput, 'contract'>): Promise<string> {
  const format = formats.find((each) => each.name === name)
  if (format === undefined) throw new Error(`no format ${name}`)
  return gathered(await format.render({ contract: pack.contract, ...input }))
}

export async function gathered(content: Chunks): Promise<string> {
  if (typeof content === 'string') return content
  let text = ''
  for await (const piece of content) text += piece
  return text
}

/** Evidence without anything in it. */
export async function* noEvidence(): AsyncGenerator<never> {}
