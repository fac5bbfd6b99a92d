import {
  allJudged,
  failAt,
  inWords,
  need,
  openSuite,
  pass,
  readSettled,
  sameBooking,
  say,
  showsText,
  toldBy,
  unseen,
  untested,
  unusable,
  wants,
  fail,
  answeredAt,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Profile, Suite, Finding, Said } from '../vocabulary/index.js'
import { change, openUpdater } from '../update/updater.js'
import { isDeepStrictEqual } from 'node:util'

const suite: Suite = openSuite()
const { scenario, check } = suite

/** One write among others on the same booking, all sent at once, and what get then shows. */
interface Among {
  readonly write: Answer | null
  readonly others: readonly Answer[]
  readonly read: Answer
}

type Act = () => Promise<Answer>

/** Writes that meet on one booking: on hold, then its confirm, then its cancel. These two meet on another hold, too. */
const atOnce = scenario(
  'lifecycle.at-once',
  async (context) => {
    const { hold, target, offers, marker } = context
    const { reserved, availabilityId } = await hold()
    const id = reserved.bookingId
    const updates = openUpdater(context, availabilityId)
    const extending: Act = () => target.extend(id, { expirationMinutes: 90 })
    const updating: Act = () => updates.send(id, change(context, marker('at once')))
    const confirming: Act = () => context.confirm(id)
    const among = async (before: readonly Act[], write: Act, after: readonly Act[], of = id): Promise<Among> => {
      const answers = await context.atOnce([...before, write, ...after])
      const others = answers.filter((_, index) => index !== before.length)
      const survivor = answers[before.length] ?? null
      const read = await readSettled(context, of, (shown) => survivor?.accepted !== true || survives(survivor, shown))
      return { write: survivor, others, read }
    }

    // By itself first: it shows in which form this target takes an update.
    const control = offers('update') ? (await updates.control(id, change(context, marker('control')))).answer : null
    // All extends first: one that saw the update would write it anew.
    const updated =
      control?.accepted === true && offers('extend') ? await among([extending, extending], updating, []) : null
    // On either side of the others: which of two requests is performed first is chance.
    const confirmed = offers('extend') ? await among([extending], confirming, [extending]) : null
    const cancelled =
      confirmed?.write?.accepted === true && control?.accepted === true && offers('cancel')
        ? await among([updating], () => target.cancel(id), [updating])
        : null

    const other = offers('cancel') ? (await hold()).reserved : null
    const held = other?.accepted === true ? other.bookingId : null
    const confirmingHeld: Act = () => context.confirm(held ?? '')
    const either =
      held === null ? null : await among([confirmingHeld], () => target.cancel(held), [confirmingHeld], held)
    return { updated, confirmed, cancelled, either }
  },
  { uses: ['confirm', 'get'], bookings: 2 },
)

/** Whether a read shows what a write wrote that others cannot undo, whichever of them was performed last. */
function survives(write: Answer, read: Answer): boolean {
  const fields = toldBy(['status', 'reference'], write)
  return sameBooking(write, read, fields, '').outcome !== 'fail'
}

check(atOnce, {
  id: 'lifecycle.update-survives-extend-at-once',
  clause: '3/update-persisted-concurrent',
  title: 'what an accepted update changed is there, also when the booking was extended at the same time',
  uses: ['update', 'extend'],
  judge: ({ updated }, { profile }) => {
    if (updated === null) return unseen('no update of the hold was accepted')
    need(updated.write)
    need(updated.read)
    if (profile.operations.update?.fields['reference'] === undefined)
      return untested('this target takes no reference in update', 'declare operations.update.reference in the profile')
    if (updated.read.read('reference') === undefined) return untested('get does not show the reference')
    const { write, others, read } = updated
    return ifMet(
      updated,
      profile,
      besides(
        unusable(write) ?? unusable(read) ?? showsText(read, 'reference', inWords(write.exchange.input['reference'])),
        others,
        isOfNone(others, 'reference', read),
      ),
    )
  },
})

check(atOnce, {
  id: 'lifecycle.confirm-survives-extend-at-once',
  clause: '3/confirm-persisted-concurrent',
  title: 'a confirm that was accepted is not lost to an extend at the same time',
  uses: ['extend'],
  judge: ({ confirmed }, { profile }) => lost(confirmed, 'confirm', ['ON_HOLD'], profile),
})

check(atOnce, {
  id: 'lifecycle.cancel-survives-what-comes-at-once',
  clause: '3/cancel-persisted-concurrent',
  title: 'a cancel that was accepted is not lost to an update or a confirm at the same time',
  uses: ['cancel'],
  judge: ({ confirmed, cancelled, either }, { profile }) => {
    const confirm = [confirmed?.write, ...(either?.others ?? [])].find((answer) => answer?.accepted === true)
    const undone = ['ON_HOLD', confirm?.read('status')]
    return allJudged(lost(cancelled, 'cancel', undone, profile), lost(either, 'cancel', undone, profile))
  },
})

/** Judges that a write which was accepted has not left the booking in a state that it ends. */
function lost(among: Among | null, name: string, ended: readonly unknown[], profile: Profile): Judgement {
  const { write = null, read = null } = among ?? {}
  const cannot = unusable(write) ?? unusable(read)
  if (among === null || write === null || read === null || cannot !== null)
    return cannot ?? unseen(`no booking could be tried with ${name}`)
  const [became, status] = [write.read('status'), read.read('status')]
  if (ended.includes(became)) return untested(`${name} answers the status ${inWords(became)}, which it does not end`)
  if (status === undefined || status === became || !ended.includes(status)) return ifMet(among, profile, pass)
  return failAt(read, '/status', {
    ...say`${name} was accepted, and the booking is ${inWords(status)} all the same ${atTheSameTime(among.others, isOfNone(among.others, 'status', read))}`,
    ...wants.value(became, became === undefined ? `the state after ${name}` : inWords(became)),
    ...overwrittenBy(among.others, isOfNone(among.others, 'status', read)),
    steps: [...among.others, write, read].map(({ n }) => n).sort((a, b) => a - b),
  })
}

/** A pass of writes that came one after the other proves nothing. */
function ifMet({ write, others }: Among, profile: Profile, judgement: Judgement): Judgement {
  if (judgement.outcome !== 'pass' || write === null) return judgement
  const isMet = profile.limits.concurrency > 1 && others.some((other) => met(write, other))
  return isMet ? judgement : neverMet(profile, 3)
}

/**
 * Says what was done to a booking beside a write. A report tells all that another operation wrote there afterwards as
 * one defect of this operation. `lost`: none of these wrote what is there, so only what it stood beside is known.
 */
function atTheSameTime(others: readonly Answer[], lost = false): Said {
  const [first] = others
  return say`${lost ? 'beside' : 'after'} ${first?.exchange.purpose ?? 'another write'} (requests ${others}) at the same time`
}

/** The same judgement, whose findings say so. */
export function besides(judged: Judgement, others: readonly Answer[], lost = false): Judgement {
  if (judged.outcome !== 'fail') return judged
  const suffix = atTheSameTime(others, lost)
  return fail(
    ...judged.findings.map((each) => ({ ...each, ...say`${each}, ${suffix}`, ...overwrittenBy(others, lost) })),
  )
}

/** What a finding says of a write that is there instead, in data. */
function overwrittenBy([first]: readonly Answer[], lost: boolean): Partial<Finding> {
  return lost || first === undefined ? {} : { overwrittenBy: first.exchange.purpose }
}

/** Whether what a read shows of a field is what none of these showed that was accepted. */
function isOfNone(others: readonly Answer[], field: 'status' | 'reference', read: Answer): boolean {
  return !others.some((other) => other.accepted && isDeepStrictEqual(other.read(field), read.read(field)))
}

export function met(one: Answer, other: Answer): boolean {
  return one.exchange.startedAt <= answeredAt(other) && other.exchange.startedAt <= answeredAt(one)
}

/**
 * Untested where requests sent at once were performed one by one: by the profile's limit, or by chance and load.
 * @param needed so many requests at the same time
 */
export function neverMet(
  { limits }: Profile,
  needed: number,
  reason = 'the writes came one after the other',
): Judgement {
  return untested(
    reason,
    limits.concurrency < needed
      ? `set limits.concurrency to ${needed} or more`
      : 'run it again when this machine and the target have less to do',
  )
}

export default suite
