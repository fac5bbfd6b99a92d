import {
  check,
  fail,
  pass,
  sameBooking,
  scenario,
  unusable,
  untested,
  whatever,
  type Answer,
  type Judgement,
} from '../../src/suite/index.js'
import { change, openUpdater } from '../update/updater.js'

/** One write among others on the same booking, all sent at once, and what get then shows. */
interface Among {
  readonly write: Answer
  readonly others: readonly Answer[]
  readonly read: Answer
}

type Act = () => Promise<Answer>

/** Writes that meet on one booking: first while it is on hold, then its confirm, then its cancel; and both of these on another hold. */
const atOnce = scenario(
  'lifecycle.at-once',
  async (context) => {
    const { hold, target, offers, marker } = context
    const { reserved, availabilityId } = await hold()
    const id = reserved.bookingId
    const updates = openUpdater(context, availabilityId)
    const extending: Act = () => target.extend(id, { expirationMinutes: 90 })
    const updating: Act = () => updates.send(id, change(context, marker('at once')))
    const confirming: Act = () => target.confirm(id)
    const among = async (before: readonly Act[], write: Act, after: readonly Act[], of = id): Promise<Among> => {
      const sent = [...before, write, ...after].map((act) => act())
      const written = await (sent[before.length] ?? write())
      const others = (await Promise.all(sent)).filter((answer) => answer !== written)
      return { write: written, others, read: await target.get(of) }
    }

    // By itself first: it shows in which form this target takes an update.
    const control = offers('update') ? (await updates.control(id, change(context, marker('control')))).answer : null
    // All extends first: one that saw the update would write it anew.
    const updated =
      control?.accepted === true && offers('extend') ? await among([extending, extending], updating, []) : null
    // On either side of the others: which of two requests is performed first is chance.
    const confirmed = offers('extend') ? await among([extending], confirming, [extending]) : null
    const cancelled =
      confirmed?.write.accepted === true && control?.accepted === true && offers('cancel')
        ? await among([updating], () => target.cancel(id), [updating])
        : null

    const other = offers('cancel') ? (await hold()).reserved : null
    const held = other?.accepted === true ? other.bookingId : null
    const confirmingHeld: Act = () => target.confirm(held ?? '')
    const either =
      held === null ? null : await among([confirmingHeld], () => target.cancel(held), [confirmingHeld], held)
    return { updated, confirmed, cancelled, either }
  },
  { uses: ['confirm', 'get'], bookings: 2, alone: true },
)

check(atOnce, {
  id: 'lifecycle.update-survives-extend-at-once',
  clause: '3/update-persisted-concurrent',
  title: 'what an accepted update changed is there, also when the booking was extended at the same time',
  uses: ['update', 'extend'],
  judge: ({ updated }) =>
    updated === null
      ? untested('no update of the hold was accepted')
      : (unusable(updated.write) ??
        sameBooking(updated.write, updated.read, ['reference'], `though only ${met(updated)} came at the same time`)),
})

check(atOnce, {
  id: 'lifecycle.confirm-survives-extend-at-once',
  clause: '3/confirm-persisted-concurrent',
  title: 'a confirm that was accepted is not lost to an extend at the same time',
  uses: ['extend'],
  judge: ({ confirmed }) => lost(confirmed, 'confirm', ['ON_HOLD']),
})

check(atOnce, {
  id: 'lifecycle.cancel-survives-what-comes-at-once',
  clause: '3/cancel-persisted-concurrent',
  title: 'a cancel that was accepted is not lost to an update or a confirm at the same time',
  uses: ['cancel'],
  judge: ({ confirmed, cancelled, either }) => {
    const confirm = [confirmed?.write, ...(either?.others ?? [])].find((answer) => answer?.accepted === true)
    const undone = ['ON_HOLD', confirm?.read('status')]
    return whatever(lost(cancelled, 'cancel', undone), lost(either, 'cancel', undone))
  },
})

/** Judges that a write which was accepted has not left the booking in a state that it ends. */
function lost(among: Among | null, name: string, ended: readonly unknown[]): Judgement {
  const { write, read } = among ?? {}
  const cannot = unusable(write ?? null) ?? unusable(read ?? null)
  if (among === null || write === undefined || read === undefined || cannot !== null)
    return cannot ?? untested(`no booking could be tried with ${name}`)
  const status = read.read('status')
  if (status === undefined || status === write.read('status') || !ended.includes(status)) return pass
  return fail({
    message: `${name} was accepted, and the booking is ${String(status)} all the same after ${met(among)} at the same time`,
    expected: String(write.read('status') ?? `the state after ${name}`),
    received: status,
    exchange: read.n,
    pointer: '/status',
    steps: [...among.others, write, read].map(({ n }) => n).sort((a, b) => a - b),
  })
}

function met({ others }: Among): string {
  return `${others[0]?.exchange.purpose ?? 'another write'} (exchanges ${others.map(({ n }) => n).join(' and ')})`
}
