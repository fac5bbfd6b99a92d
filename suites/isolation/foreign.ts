import {
  check,
  pass,
  scenario,
  untested,
  type Answer,
  type Context,
  type Judgement,
  type Trials,
} from '../../src/suite/index.js'
import { refusedTo, shows } from './refusedTo.js'
import { unchanged } from './unchanged.js'

/** What another reseller did to a booking, what the owner read after it, and the same by the owner. */
interface Attempt {
  readonly foreign: Answer
  readonly before: Answer
  readonly after: Answer
  readonly own: Answer
}

interface ForeignHold {
  readonly reserved: Answer
  /** A list of the other reseller's, which shows that its credentials are good. */
  readonly credentials: Answer
  readonly got: Answer
  readonly read: Answer
  /** null: not offered. */
  readonly extend: Attempt | null
  readonly update: Attempt | null
}

const foreignHold: Trials<ForeignHold> = scenario(
  'isolation.hold',
  async (context): Promise<ForeignHold> => {
    const { hold, target, marker, offers } = context
    const { reserved } = await hold({ notes: marker('hold'), expirationMinutes: 60 })
    const id = reserved.bookingId
    const credentials = await target.list({ page: 1, pageSize: 10 }, { as: 'other' })
    const got = await target.get(id, { as: 'other' })
    const read = await target.get(id)
    const extend = offers('extend')
      ? await attempt(context, id, read, (as) => target.extend(id, { expirationMinutes: 90 }, { as }))
      : null
    const update = offers('update')
      ? await attempt(context, id, extend === null ? read : null, (as) =>
          target.update(id, { reference: marker(`by ${as}`), expirationMinutes: as === 'other' ? 120 : 100 }, { as }),
        )
      : null
    return { reserved, credentials, got, read, extend, update }
  },
  { uses: ['get', 'list'], needs: ['otherReseller'], bookings: 1 },
)

interface ForeignConfirm {
  readonly credentials: Answer
  readonly confirm: Attempt
  readonly cancel: Attempt | null
}

const foreignConfirm: Trials<ForeignConfirm> = scenario(
  'isolation.confirm',
  async (context): Promise<ForeignConfirm> => {
    const { hold, target, marker, offers } = context
    const { reserved } = await hold({ notes: marker('confirm') })
    const id = reserved.bookingId
    const credentials = await target.list({ page: 1, pageSize: 10 }, { as: 'other' })
    const confirm = await attempt(context, id, null, (as) => target.confirm(id, {}, { as }))
    const cancel = offers('cancel') ? await attempt(context, id, null, (as) => target.cancel(id, {}, { as })) : null
    return { credentials, confirm, cancel }
  },
  { uses: ['get', 'list', 'confirm'], needs: ['otherReseller'], bookings: 1 },
)

/** `read`: get of the booking as it is, where there is one already. What a write answers may tell less. */
async function attempt(
  { target }: Context,
  id: string,
  read: Answer | null,
  act: (as: 'other' | 'reseller') => Promise<Answer>,
): Promise<Attempt> {
  const before = read ?? (await target.get(id))
  const foreign = await act('other')
  const after = await target.get(id)
  return { foreign, before, after, own: await act('reseller') }
}

check(foreignHold, {
  id: 'isolation.get-of-foreign-booking',
  clause: '5/foreign-get-refused',
  title: "get of another reseller's booking shows nothing of it",
  judge: ({ reserved, got, read, credentials }) =>
    valid(credentials, got.accepted && !shows(got, reserved) ? pass : refusedTo(got, read, 'by another reseller')),
})

declare(foreignHold, 'extend', ({ extend }) => extend)
declare(foreignHold, 'update', ({ update }) => update)
declare(foreignConfirm, 'confirm', ({ confirm }) => confirm)
declare(foreignConfirm, 'cancel', ({ cancel }) => cancel)

function declare<Data extends { readonly credentials: Answer }>(
  of: Trials<Data>,
  operation: 'extend' | 'update' | 'confirm' | 'cancel',
  attemptOf: (data: Data) => Attempt | null,
): void {
  check(of, {
    id: `isolation.${operation}-of-foreign-booking`,
    clause: `5/foreign-${operation}-refused`,
    title: `${operation} of another reseller's booking is refused`,
    uses: [operation],
    judge: (data) => judged(attemptOf(data), (made) => valid(data.credentials, judgeRefused(made))),
  })
  check(of, {
    id: `isolation.foreign-${operation}-has-no-effect`,
    clause: `5/foreign-${operation}-no-effect`,
    title: `${operation} by another reseller leaves the booking as it was`,
    uses: [operation],
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
  return foreign.accepted && !shows(foreign, before) ? pass : refusedTo(foreign, own, 'by another reseller')
}

function judged(made: Attempt | null, judge: (made: Attempt) => Judgement): Judgement {
  return made === null ? untested('the operation is not offered') : judge(made)
}

/** A refusal of bad credentials would say nothing of whose booking it is. */
function valid(credentials: Answer, judgement: Judgement): Judgement {
  return judgement.outcome === 'pass' && !credentials.accepted
    ? untested(
        `the second reseller's own list was not accepted (${credentials.describe()}), so its credentials may be wrong`,
        'see otherReseller.headers in the profile',
      )
    : judgement
}
