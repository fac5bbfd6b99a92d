import {
  allJudged,
  failAt,
  notApplicable,
  openSuite,
  pass,
  refusal,
  say,
  unseen,
  untested,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { isolated, usedIn, whenIn, type Isolated, type Phase } from './attempts.js'
import type { Asked } from './callers.js'
import { refusedTo, whose } from './refusedTo.js'
import { unchanged } from './unchanged.js'

const suite: Suite = openSuite()
const { check } = suite

declareGet('held', '', 'shows nothing of it', 'seen')
declareGet('confirmed', 'confirmed-', 'shows nothing of it once it is confirmed', 'seen')
declareGet('confirmed', 'cancelled-', 'shows nothing of it once it is cancelled', 'seenCancelled')

function declareGet(
  phase: Phase,
  state: '' | 'confirmed-' | 'cancelled-',
  title: string,
  which: 'seen' | 'seenCancelled',
): void {
  check(isolated, {
    id: `isolation.get-of-foreign-${state}booking`,
    clause: '5/foreign-get-refused',
    title: `get of another reseller's booking ${title}`,
    uses: [...usedIn(phase), ...(state === 'cancelled-' ? (['cancel'] as const) : [])],
    needs: ['otherReseller'],
    judge: whenIn(phase, (data) => {
      const { [which]: seen } = data
      if (!seen) return unseen('the second reseller did not ask for it', 'see otherReseller in the profile')
      const asked = [...seen.got.map((got) => ({ got, read: seen.read })), ...(seen.byOtherIds ?? [])]
      const judged = asked.map(({ got, read }) =>
        judgeShown(got, [data.reserved, seen.read], data, () =>
          betrays(got, data.reserved, refusedTo(got, read, "of another reseller's booking was accepted")),
        ),
      )
      return valid(data.credentials, allJudged(...judged))
    }),
  })
}

declare('held', 'extend', '')
declare('held', 'update', '')
declare('confirmed', 'update', 'confirmed-')
declare('confirmed', 'confirm', '')
declare('held', 'cancel', 'held-')
declare('confirmed', 'cancel', '')

function declare(
  phase: Phase,
  operation: 'extend' | 'update' | 'confirm' | 'cancel',
  state: '' | 'held-' | 'confirmed-',
): void {
  const when = state === '' ? '' : `, which is ${state === 'held-' ? 'on hold' : 'confirmed'},`
  check(isolated, {
    id: `isolation.${operation}-of-foreign-${state}booking`,
    clause: `5/foreign-${operation}-refused`,
    title: `${operation} of another reseller's booking${when} is refused`,
    uses: [...usedIn(phase), operation],
    needs: ['otherReseller'],
    judge: whenIn(phase, (data) =>
      judged(operation, data, (made) =>
        valid(data.credentials, (state === 'held-' ? nobodyMay(made) : null) ?? judgeRefused(made, data)),
      ),
    ),
  })
  check(isolated, {
    id: `isolation.foreign-${state}${operation}-has-no-effect`,
    clause: `5/foreign-${operation}-no-effect`,
    title: `${operation} by another reseller leaves the booking${when} as it was`,
    uses: [...usedIn(phase), operation],
    needs: ['otherReseller'],
    judge: whenIn(phase, (data) =>
      judged(operation, data, ({ other: { before, after, answer } }) =>
        valid(
          data.credentials,
          unchanged(before, after, say`though only another reseller did something (exchange ${answer})`),
        ),
      ),
    ),
  })
}

/** What the other reseller has asked for. */
type AskedByOther = Asked & { readonly other: NonNullable<Asked['other']> }

function judgeRefused({ other: { answer, before, after }, own }: AskedByOther, data: Isolated): Judgement {
  return judgeShown(answer, [before, data.reserved, after], data, () =>
    betrays(answer, before, refusedTo(answer, own, "of another reseller's booking was accepted")),
  )
}

/** What was accepted is judged where it is the owner's booking, and no other one of the same id. */
function judgeShown(
  answer: Answer,
  owner: readonly [Answer, ...Answer[]],
  { underKey = null }: Isolated,
  judge: () => Judgement,
): Judgement {
  const who = answer.accepted ? whose(answer, owner, underKey) : 'owner'
  if (who === 'owner') return judge()
  if (who === 'stranger') return pass
  return untested(
    `${answer.exchange.purpose} was accepted for another reseller, which may have a booking of the same id: nothing in the answer tells whose it is`,
    'see booking.notes in the profile: notes tell bookings of the same id apart',
  )
}

/** A refusal that quotes the notes of the booking shows the stranger what was refused. */
function betrays(refused: Answer, booking: Answer, otherwise: Judgement): Judgement {
  const notes = booking.read('notes') ?? booking.exchange.input['notes']
  const { json, text } = refused.exchange.response ?? {}
  if (!refused.refused || typeof notes !== 'string' || notes === '') return otherwise
  if (!(text ?? JSON.stringify(json ?? null)).includes(JSON.stringify(notes).slice(1, -1))) return otherwise
  return failAt(refused, '', {
    message: `${refused.exchange.purpose} was refused to another reseller, and the refusal quotes the notes of the booking`,
    expected: 'a refusal that shows nothing of the booking',
    wanted: { unquoted: 'notes' },
  })
}

/** Whether a hold can be cancelled is left open (3/cancel-on-hold). */
function nobodyMay({ other: { answer }, own }: AskedByOther): Judgement | null {
  return answer.refused && own.refused ? notApplicable('a hold cannot be cancelled on this target') : null
}

function judged(
  operation: keyof Isolated['asked'],
  { asked }: Pick<Isolated, 'asked'>,
  judge: (made: AskedByOther) => Judgement,
): Judgement {
  const made: Asked | undefined = asked[operation]
  const { other = null } = made ?? {}
  if (made !== undefined && other !== null) return judge({ ...made, other })
  return untested(
    made === undefined
      ? `what another reseller's ${operation} of it would do was not seen, since ${operation} is not offered, or no booking was left with which its owner could show that it can be done`
      : `${operation} of it was not asked for by another reseller`,
  )
}

/** A refusal of bad credentials would say nothing of whose booking it is. */
function valid(credentials: Answer | null, judgement: Judgement): Judgement {
  return judgement.outcome === 'pass' && credentials?.accepted !== true
    ? untested(
        `the second reseller's own ${credentials?.exchange.purpose ?? 'list'} was not accepted (${credentials?.describe() ?? 'not asked'}), so its credentials may be wrong`,
        'see otherReseller.headers in the profile',
        credentials === null ? undefined : refusal(credentials),
      )
    : judgement
}

export default suite
