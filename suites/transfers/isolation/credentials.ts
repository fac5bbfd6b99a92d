import {
  all,
  openSuite,
  untested,
  type Answer,
  type Context,
  type Judgement,
  type OperationName,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { onConfirmed, onHold, strangers, type Asked } from './attempts.js'
import { unchanged } from './unchanged.js'
import { refusedTo } from './refusedTo.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

for (const operation of ['reserve', 'get', 'list', 'extend', 'update'] as const)
  declare(onHold, operation, (data) => data[operation])
for (const operation of ['confirm', 'cancel'] as const) declare(onConfirmed, operation, (data) => data[operation])

function declare<Data>(of: Trials<Data>, operation: OperationName, askedOf: (data: Data) => Asked | null): void {
  check(of, {
    id: `isolation.${operation}-without-credentials`,
    clause: `5/no-credentials-${operation}-refused`,
    title: `${operation} without credentials is refused`,
    uses: [operation],
    judge: (data) => judgeStranger(askedOf(data), 'nobody', 'without credentials'),
  })
  check(of, {
    id: `isolation.${operation}-with-wrong-credentials`,
    clause: `5/wrong-credentials-${operation}-refused`,
    title: `${operation} with wrong credentials is refused`,
    uses: [operation],
    judge: (data) => judgeStranger(askedOf(data), 'wrong', 'with wrong credentials'),
  })
}

const because = 'though only strangers did something'

check(onHold, {
  id: 'isolation.strangers-change-no-hold',
  clause: '5/no-credentials-no-effect',
  title: 'extend and update without or with wrong credentials have no effect',
  judge: ({ before, after, get }) => credentialed(get, unchanged(before, after, because)),
})

check(onConfirmed, {
  id: 'isolation.strangers-confirm-and-cancel-nothing',
  clause: '5/no-credentials-no-effect',
  title: 'confirm and cancel without or with wrong credentials have no effect',
  judge: ({ before, held, confirmed, kept, confirm }) =>
    credentialed(
      confirm,
      all(unchanged(before, held, because), ...(kept === null ? [] : [unchanged(confirmed, kept, because)])),
    ),
})

function judgeStranger(asked: Asked | null, as: 'nobody' | 'wrong', who: string): Judgement {
  if (asked === null) return untested('the operation is not offered')
  return credentialed(asked, refusedTo(asked[as], asked.own, who))
}

/** A target that asks for no credentials by its profile cannot tell strangers from its reseller. */
function credentialed({ nobody, own }: Asked, judgement: Judgement): Judgement {
  return namesSent(nobody) === namesSent(own)
    ? untested('the profile names no credentials', 'give target.headers: the credentials of the account')
    : judgement
}

/** Names of the headers and of the query inputs of a request: credentials may be either. */
function namesSent({ exchange: { request } }: Answer): string {
  return [...Object.keys(request.headers), ...new URL(request.url).searchParams.keys()].sort().join()
}

interface Open {
  readonly transfers: readonly Answer[]
  readonly availability: readonly Answer[]
}

const open: Trials<Open> = scenario('isolation.open', async ({ target }: Context): Promise<Open> => {
  const transfers = await strangers((as) => target.transfers({ currency: 'EUR' }, { as }))
  const availability = await strangers((as) => target.availability({}, { as }))
  return {
    transfers: [transfers.nobody, transfers.wrong],
    availability: [availability.nobody, availability.wrong],
  }
})

observe(open, {
  id: 'isolation.transfers-without-credentials',
  clause: '5/no-credentials-transfers',
  observe: ({ transfers }) => told(transfers),
})

observe(open, {
  id: 'isolation.availability-without-credentials',
  clause: '5/no-credentials-availability',
  observe: ({ availability }) => told(availability),
})

function told([nobody, wrong]: readonly Answer[]): string | null {
  const word = (answer: Answer | undefined): string =>
    answer?.accepted === true
      ? 'accepted'
      : `${answer?.refused === true ? 'refused' : 'not told'} (${answer?.describe() ?? ''})`
  return `without: ${word(nobody)}; with wrong ones: ${word(wrong)}`
}

export default suite
