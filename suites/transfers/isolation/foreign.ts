import {
  fail,
  notApplicable,
  openSuite,
  pass,
  untested,
  allJudged,
  type Answer,
  type Judgement,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { onConfirmed, onHold, type Attempt, type OnConfirmed, type OnHold, type Seen } from './attempts.js'
import { refusedTo, shows } from './refusedTo.js'
import { unchanged } from './unchanged.js'

const suite: Suite = openSuite()
const { check } = suite

declareGet(onHold, '', 'shows nothing of it', ({ seen }) => seen)
declareGet(onConfirmed, 'confirmed-', 'shows nothing of it once it is confirmed', ({ seen }) => seen)
declareGet(onConfirmed, 'cancelled-', 'shows nothing of it once it is cancelled', ({ seenCancelled }) => seenCancelled)

function declareGet<Data extends OnHold | OnConfirmed>(
  of: Trials<Data>,
  state: '' | 'confirmed-' | 'cancelled-',
  title: string,
  seenBy: (data: Data) => Seen | null,
): void {
  check(of, {
    id: `isolation.get-of-foreign-${state}booking`,
    clause: '5/foreign-get-refused',
    title: `get of another reseller's booking ${title}`,
    uses: state === 'cancelled-' ? ['cancel'] : [],
    needs: ['otherReseller'],
    judge: (data) => {
      const seen = seenBy(data)
      if (seen === null) return untested('the second reseller did not ask for it', 'see otherReseller in the profile')
      const { read, got } = seen
      const judged = got.map((each) =>
        each.accepted && !shows(each, data.reserved)
          ? pass
          : betrays(each, data.reserved, refusedTo(each, read, 'by another reseller')),
      )
      return valid(data.credentials, allJudged(...judged))
    },
  })
}

declare(onHold, 'extend', '', ({ foreign }) => foreign.extend)
declare(onHold, 'update', '', ({ foreign }) => foreign.update)
declare(onConfirmed, 'update', 'confirmed-', ({ foreign }) => foreign.update)
declare(onConfirmed, 'confirm', '', ({ foreign }) => foreign.confirm)
declare(onHold, 'cancel', 'held-', ({ foreign }) => foreign.cancel)
declare(onConfirmed, 'cancel', '', ({ foreign }) => foreign.cancel)

function declare<Data extends { readonly credentials: Answer | null }>(
  of: Trials<Data>,
  operation: 'extend' | 'update' | 'confirm' | 'cancel',
  state: '' | 'held-' | 'confirmed-',
  attemptOf: (data: Data) => Attempt | null,
): void {
  const when = state === '' ? '' : `, which is ${state === 'held-' ? 'on hold' : 'confirmed'},`
  check(of, {
    id: `isolation.${operation}-of-foreign-${state}booking`,
    clause: `5/foreign-${operation}-refused`,
    title: `${operation} of another reseller's booking${when} is refused`,
    uses: [operation],
    needs: ['otherReseller'],
    judge: (data) =>
      judged(attemptOf(data), (made) =>
        valid(data.credentials, state === 'held-' ? (nobodyMay(made) ?? judgeRefused(made)) : judgeRefused(made)),
      ),
  })
  check(of, {
    id: `isolation.foreign-${state}${operation}-has-no-effect`,
    clause: `5/foreign-${operation}-no-effect`,
    title: `${operation} by another reseller leaves the booking${when} as it was`,
    uses: [operation],
    needs: ['otherReseller'],
    judge: (data) =>
      judged(attemptOf(data), ({ before, after, foreign }) =>
        valid(
          data.credentials,
          unchanged(before, after, `though only another reseller did something (exchange ${foreign.n})`),
        ),
      ),
  })
}

function judgeRefused({ foreign, before, own }: Attempt): Judgement {
  return foreign.accepted && !shows(foreign, before)
    ? pass
    : betrays(foreign, before, refusedTo(foreign, own, 'by another reseller'))
}

/** A refusal that quotes the notes of the booking shows the stranger what was refused. */
function betrays(refused: Answer, booking: Answer, otherwise: Judgement): Judgement {
  const notes = booking.read('notes') ?? booking.exchange.input['notes']
  const { json, text } = refused.exchange.response ?? {}
  if (!refused.refused || typeof notes !== 'string' || notes === '') return otherwise
  if (!(text ?? JSON.stringify(json ?? null)).includes(JSON.stringify(notes).slice(1, -1))) return otherwise
  return fail({
    message: `${refused.exchange.purpose} was refused to another reseller, and the refusal quotes the notes of the booking`,
    expected: 'a refusal that shows nothing of the booking',
    received: refused.describe(),
    exchange: refused.n,
    pointer: '',
  })
}

/** Whether a hold can be cancelled is left open (3/cancel-on-hold). */
function nobodyMay({ foreign, own }: Attempt): Judgement | null {
  return foreign.refused && own?.refused === true ? notApplicable('a hold cannot be cancelled on this target') : null
}

function judged(made: Attempt | null, judge: (made: Attempt) => Judgement): Judgement {
  return made === null ? untested('the operation is not offered') : judge(made)
}

/** A refusal of bad credentials would say nothing of whose booking it is. */
function valid(credentials: Answer | null, judgement: Judgement): Judgement {
  return judgement.outcome === 'pass' && credentials?.accepted !== true
    ? untested(
        `the second reseller's own list was not accepted (${credentials?.describe() ?? 'not asked'}), so its credentials may be wrong`,
        'see otherReseller.headers in the profile',
      )
    : judgement
}

export default suite
