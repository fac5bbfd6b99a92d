import { expect, test } from 'vitest'
import { pack } from '../../pack.js'
import { runOnReference, type OnReferenceOptions } from '../../proof/runOnReference.js'
import { defectsOf } from '../defects.js'
import { masthead } from './masthead.js'

/** What somebody reads who only reads the first screen: the sentence, what it means and what to do next. */
async function firstScreen(options: OnReferenceOptions): Promise<string> {
  const { report } = await runOnReference(options)
  const text = String(masthead(pack.contract, report, defectsOf(pack.contract, report)))
  return text
    .slice(text.indexOf('<h1>'), text.indexOf('<table'))
    .replaceAll(/<p class="tested">.*?<\/p>/g, '')
    .replaceAll(/<\/(h1|h2|li|p|dt)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll('&#39;', "'")
    .replaceAll(/\d+ (checks:|of \d+ checks|passed|not run|do not apply|requests)/g, 'some $1')
    .trim()
}

// Faults of other chapters each of the suites.
test.each(['confirm-of-expired-accepted', 'list-skips-one-between-pages'])(
  '%s: the first screen names the consequence and the next step',
  async (fault) => {
    const { clause } = pack.reference.fault(fault)
    expect(await firstScreen({ faults: [fault], plan: { only: [clause] } })).toMatchSnapshot()
  },
)

// What a whole run shows of them began with what only follows from it, or with a clause that any field may break.
test.each([
  ['update-an-hour-after-its-window-accepted', ['update.*']],
  ['new-booking-is-confirmed', ['reserve.starts*', 'hold.*', 'extend.*', 'lifecycle.*']],
  ['cancel-needs-reason', ['cancel.*', 'update.*', 'lifecycle.*']],
  ['availability-check-refused', ['availability.*', 'reserve.*', 'booking.*']],
] as const)('%s: what stands behind it leads, and not what follows', async (fault, only) => {
  // Timing decides which scenario meets a fault first, so how many clauses see it and how many wait for it.
  const screen = await firstScreen({ faults: [fault], plan: { only } })
  expect(
    screen
      .replaceAll(/\d+ (must|derived|convention|clause|check)s?/g, 'some $1')
      .replace(/^fails\. .*$/m, 'fails. …')
      .replace(/^Not checked: .*$/m, 'Not checked: …'),
  ).toMatchSnapshot()
})

const waive = [{ check: 'isolation.get-of-foreign*', reason: 'ticket 4711', until: '2999-01-01' }]

test.each<readonly [string, OnReferenceOptions]>([
  ['all is well', { plan: { only: ['4.2/new-booking-on-hold'] } }],
  ['a convention alone', { faults: ['refusal-with-stack-trace'], plan: { only: ['7/refusal*'] } }],
  [
    'something is broken, and something else not verified',
    {
      faults: ['confirm-not-saved'],
      plan: { only: ['3/confirm-persisted-get', '5/foreign-get-refused'] },
      profile: { otherReseller: null },
    },
  ],
  [
    'a must clause could not be verified',
    { plan: { only: ['5/foreign-get-refused', '4.2/new-booking-on-hold'] }, profile: { otherReseller: null } },
  ],
  [
    'only derived clauses could not be verified',
    { plan: { only: ['5/foreign-extend-refused', '4.2/new-booking-on-hold'] }, profile: { otherReseller: null } },
  ],
  [
    'what could not be verified is allowed to stay so',
    {
      plan: { only: ['5/foreign-get-refused', '4.2/new-booking-on-hold'], allowUntested: ['5/*'] },
      profile: { otherReseller: null },
    },
  ],
  [
    'what is broken is waived',
    { faults: ['get-leaks-to-other-reseller'], plan: { only: ['5/foreign-get-refused'] }, profile: { waive } },
  ],
  [
    'one defect that many checks show',
    { faults: ['holds-never-end'], plan: { only: ['hold.over-*', 'hold.*-ends', 'hold.same-key-*', 'lifecycle.*'] } },
  ],
  ['a smoke run', { plan: { effort: 'smoke' } }],
])('in each mixture the sentence is true, and the next step fits: %s', async (_, options) => {
  expect(await firstScreen(options)).toMatchSnapshot()
})
