import {
  all,
  idText,
  openSuite,
  pass,
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
import { judgeLists } from './lists.js'
import { refusedTo } from './refusedTo.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

type Judge<Data> = (data: Data, as: 'nobody' | 'wrong', refused: Judgement) => Judgement

declare(
  onHold,
  'reserve',
  (data) => data.reserve,
  ({ reserve: { found } }, as, refused) => booksElsewhere(found[as], refused),
)
declare(
  onHold,
  'list',
  (data) => data.list,
  ({ list, reserved }, as, refused) => listsElsewhere(list[as], [list.own], reserved, refused),
)
for (const operation of ['get', 'extend', 'update'] as const) declare(onHold, operation, (data) => data[operation])
for (const operation of ['confirm', 'cancel'] as const) declare(onConfirmed, operation, (data) => data[operation])

/** How strangers are known is not shown: they may have an account of their own, as long as nothing of the reseller's shows in it. */
function declare<Data>(
  of: Trials<Data>,
  operation: OperationName,
  askedOf: (data: Data) => Asked | null,
  otherwise: Judge<Data> = (_data, _as, refused) => refused,
): void {
  check(of, {
    id: `isolation.${operation}-without-credentials`,
    clause: `5/no-credentials-${operation}-refused`,
    title: `${operation} without credentials is refused`,
    uses: [operation],
    judge: (data) =>
      judgeStranger(askedOf(data), 'nobody', 'without credentials', (refused) => otherwise(data, 'nobody', refused)),
  })
  check(of, {
    id: `isolation.${operation}-with-wrong-credentials`,
    clause: `5/wrong-credentials-${operation}-refused`,
    title: `${operation} with wrong credentials is refused`,
    uses: [operation],
    judge: (data) =>
      judgeStranger(askedOf(data), 'wrong', 'with wrong credentials', (refused) => otherwise(data, 'wrong', refused)),
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

function judgeStranger(
  asked: Asked | null,
  as: 'nobody' | 'wrong',
  who: string,
  otherwise: (refused: Judgement) => Judgement,
): Judgement {
  if (asked === null) return untested('the operation is not offered')
  const refused = refusedTo(asked[as], asked.own, who)
  return credentialed(asked, asked[as].accepted ? otherwise(refused) : refused)
}

/** A booking of a stranger that the reseller's account does not show. */
function booksElsewhere(found: Answer | null, refused: Judgement): Judgement {
  return found?.refused === true ? pass : refused
}

/** A list for a stranger that shows no booking of the reseller's. */
function listsElsewhere(list: Answer, ownLists: readonly Answer[], booking: Answer, refused: Judgement): Judgement {
  const own = [{ id: idText(booking.read('id')) ?? '', notes: idText(booking.exchange.input['notes']) ?? '', booking }]
  const judged = judgeLists({ own, made: [], ownLists, lists: [list] })
  return judged.outcome === 'fail' ? refused : judged
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
