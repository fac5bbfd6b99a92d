import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering } from './answering.test.data.js'
import { hurriedClock } from './hostile/hurriedClock.test.data.js'
import { runOnReference } from '../proof/runOnReference.js'
import { tryMain } from './testIo.test.data.js'

// Nobody waits for a name that is never shown.
const clock = hurriedClock()
let reference: Reference
beforeEach(async () => {
  reference = await startReference({ now: () => clock.now() })
})
afterEach(() => reference.close())

const profileOf = (
  bookable: string,
  more = '',
  url = reference.url,
): string => `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }${bookable}]
${more}`
const gone = "availability: { localDateStart: '2001-01-01', localDateEnd: '2001-01-02' }"
const late = 'productId: prod-late, optionId: opt-late'
const testClock = "clock: { request: POST /__clock, minutes: 'body:/advanceMinutes' }\n"

const notesOf = async (profile: string, ...only: readonly string[]): Promise<readonly string[]> => {
  const args = ['run', '--verbose', '--profile', 'p.yaml', ...only.flatMap((each) => ['--only', each])]
  const { io } = await tryMain(args, { files: { 'p.yaml': profile }, clock })
  return io
    .both()
    .split('\n')
    .filter((line) => line.startsWith('note: '))
}

test.each([
  [
    'late',
    `, { as: late, ${late} }, { as: late, ${late}, ${gone} }`,
    'and others of its list were: no check is untested for it, but it is not verified by itself',
    ['cancel.window-passed-refused'],
  ],
  [
    'other',
    `, { as: other, productId: prod-transfer, optionId: opt-van }, { as: other, ${late}, ${gone} }`,
    'so that what needs one of it is not verified',
    ['reserve.takes-the-currencies-quoted'],
  ],
])(
  'an entry of bookable.%s of which nothing is on offer is named by a run, with what to do',
  async (key, list, lost, only) => {
    const real = forwardTo(reference.url)
    const front = await startAnswering(async (request, body) =>
      body.includes('2001-01-01')
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }
        : real(request, body),
    )
    const notes = await notesOf(profileOf(list, '', front.url), ...only).finally(() => front.close())
    expect(notes).toEqual([
      expect.stringMatching(
        new RegExp(
          String.raw`^note: bookable\.${key}\.1 could not be booked by a hold, ${lost}: the availability check names no availabilityId \(request \d+\); do: name in bookable\.${key}\.1\.availability other days`,
        ),
      ),
    ])
  },
)

test('what could be booked is told nothing of', async () => {
  expect(await notesOf(profileOf(`, { as: late, ${late} }`), 'cancel.window-passed-refused')).toEqual([])
})

test.each([
  ['confirmed', 'CONFIRMED', 'after a confirm', ['confirm.accepted*', 'confirm.*reference*'], ''],
  ['expired', 'EXPIRED', 'when its hold is over', ['hold.extended-ends'], testClock],
])('a name of booking.statuses.%s that no booking shows is told', async (kind, shown, when, only, more) => {
  const profile = profileOf('', `booking: { statuses: { ${kind}: FOO } }\n${more}`)
  expect(await notesOf(profile, ...only)).toContainEqual(
    expect.stringMatching(
      new RegExp(
        String.raw`^note: no booking showed booking\.statuses\.${kind}, which is "?FOO"?: ${when} it is "?${shown}"? \(request \d+\); do: `,
      ),
    ),
  )
  expect(await notesOf(profileOf('', more), ...only)).toEqual([])
})

test('where holds of a few places cannot be cancelled, what a refused reserve holds is seen at another availability', async () => {
  const variant = 'van-takes-three-and-holds-cannot-be-cancelled'
  const only = 'reserve.refused-holds-nothing'
  const { report } = await runOnReference({ variants: [variant], plan: { only: [only] } })
  expect(report.checks.map(({ id, outcome }) => [id, outcome])).toEqual([[only, 'pass']])
})
