import type { EvidenceLine } from '../evidence/evidence.js'
import { reportOf } from '../judge/report.test.data.js'
import type { Report } from '../judge/report.js'

/** Texts that a hostile target may answer with, each meant to do something to some reader. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script><img src=x onerror=alert(2)>',
  '</failure></testcase></testsuites>]]><!-- &lt; &#0; <?x?>',
  '\u001b[2J\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007\u009b31m',
  '\u202eevil\u2066\u200b\u200f\ufeff',
  'a\u{e0001}\u{e0041}\u{e007f}\u{e0100}\u3164\u034f',
  'a\u2028b\u2029c\u0085d\u000be\u000cf',
  '\r\n::error file=x::owned\n::set-output name=a::b\n##[error]owned',
  '| a | b |\n|---|---|\n# head\n- item\n[x](javascript:alert(1)) ![i](https://evil.example/i.png) @everyone `` ` ``` ~~~',
  '![i](https://evil.example/i.png) www.evil.example x@evil.example #12 !3 $5 <b>bold</b>\n\n[a]: https://evil.example',
  "=cmd|' /C calc'!A0,+1,-1,@x\t\"",
  'ok 1 - # SKIP fine\n1..0 # SKIP\nBail out!',
  '\u0000\u0001\u0008\u001f\u007f',
  '\ud800 \udfff \ufffe \uffff',
  'x'.repeat(1024 * 1024),
]

/** A report in which everything that can come from a target is hostile. */
export function hostileReport(): Report {
  return reportOf(
    hostileTexts.flatMap((text, at) => [
      {
        id: `reserve.fails-${at}`,
        clause: '4.2/new-booking-on-hold',
        outcome: 'fail',
        findings: [
          { message: text, expected: text, received: text, exchange: 1, pointer: text.slice(0, 500) },
          {
            message: 'a body',
            expected: 'an object',
            received: { [text.slice(0, 500)]: [text] },
            exchange: 1,
            pointer: null,
          },
        ],
      },
      { id: `read.untested-${at}`, clause: '4.3/get-accepted', outcome: 'untested', reason: text, remedy: text },
      { id: `list.error-${at}`, clause: '4.3/list-accepted', outcome: 'error', reason: text },
      {
        id: `update.warn-${at}`,
        level: 'convention',
        outcome: 'warn',
        findings: [{ message: text, expected: text, received: text, exchange: null, pointer: null }],
      },
      { id: `cancel.waived-${at}`, outcome: 'fail', waived: { reason: text, until: '2027-01-31' } },
    ]),
    { headline: `aborted: ${hostileTexts.slice(0, -1).join(' ')}`, problems: hostileTexts, verdict: 'aborted' },
  )
}

/** Evidence of hostile answers. */
export async function* hostileEvidence(): AsyncGenerator<EvidenceLine> {
  for (const [at, text] of hostileTexts.entries()) {
    yield {
      type: 'exchange',
      exchange: {
        n: at + 1,
        scenario: 'reserve',
        purpose: 'reserve',
        as: 'reseller',
        input: {},
        request: {
          method: 'POST',
          url: `http://127.0.0.1/bookings?x=${encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '').slice(0, 500))}`,
          headers: { 'x-a': text.slice(0, 500) },
          body: text,
        },
        response: {
          status: 200,
          headers: { 'x-b': text.slice(0, 500), location: text.slice(0, 500) },
          ...(at % 2 === 0 ? { text } : { json: { [text.slice(0, 500)]: text } }),
        },
        ...(at === 3 && { failure: { kind: 'connection', message: text } }),
        startedAt: 1_777_000_000_000 + at,
        durationMs: 3,
        clockMinutes: 0,
      },
    }
  }
  yield { type: 'end', reason: 'complete', durationMs: 3, requests: hostileTexts.length }
}
