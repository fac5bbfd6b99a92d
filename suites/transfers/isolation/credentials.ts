import { all, idText, judgeGone, openSuite, readAddress, untested } from '../vocabulary/index.js'
import type { Answer, Judgement, OperationName, Suite } from '../vocabulary/index.js'
import { isolated, usedIn, whenIn, type Isolated, type Phase } from './attempts.js'
import { isItsKey } from './isItsKey.js'
import { strangers, type Asked } from './callers.js'
import { unchanged } from './unchanged.js'
import { judgeLists } from './lists.js'
import { refusedTo } from './refusedTo.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

type Stranger = 'nobody' | 'wrong'
/** What is made of a stranger who was let in; `refused` is what it comes to else. */
type LetIn = (data: Isolated, as: Stranger, refused: Judgement) => Judgement

declare('held', 'reserve', booksElsewhere)
declare('held', 'list', listsElsewhere)
for (const operation of ['get', 'extend', 'update'] as const) declare('held', operation)
for (const operation of ['confirm', 'cancel'] as const) declare('confirmed', operation)

/** How strangers are known is not shown: they may have an account of their own, as long as nothing of the reseller's shows in it. */
function declare(phase: Phase, operation: OperationName, letIn: LetIn = (_data, _as, refused) => refused): void {
  for (const [as, name, how] of [
    ['nobody', 'no-credentials', 'without'],
    ['wrong', 'wrong-credentials', 'with wrong'],
  ] as const)
    check(isolated, {
      id: `isolation.${operation}-${how.replace(' ', '-')}-credentials`,
      clause: `5/${name}-${operation}-refused`,
      title: `${operation} ${how} credentials is refused`,
      uses: [...usedIn(phase), operation],
      judge: whenIn(phase, (data) => {
        const asked = data.asked[operation]
        const answer = asked?.[as] ?? null
        if (asked === undefined || answer === null) return untested('the operation is not offered')
        const refused = refusedTo(answer, asked.own, `was accepted ${how} credentials`)
        return credentialed(asked, answer.accepted ? letIn(data, as, refused) : refused)
      }),
    })
}

const because = 'though only strangers did something'

declareNoEffect('held', 'isolation.strangers-change-no-hold', 'extend and update', 'get')
declareNoEffect('confirmed', 'isolation.strangers-confirm-and-cancel-nothing', 'confirm and cancel', 'confirm')

function declareNoEffect(phase: Phase, id: string, what: string, one: OperationName): void {
  check(isolated, {
    id,
    clause: '5/no-credentials-no-effect',
    title: `${what} without or with wrong credentials have no effect`,
    uses: usedIn(phase),
    judge: whenIn(phase, ({ asked, byStrangers }) =>
      credentialed(asked[one], all(...byStrangers.map(({ before, after }) => unchanged(before, after, because)))),
    ),
  })
}

/** A booking of a stranger that the reseller's account does not show. */
function booksElsewhere({ found, asked: { get } }: Isolated, as: Stranger, refused: Judgement): Judgement {
  const read = found?.[as]
  return read?.refused === true ? judgeGone(read, [get?.own]) : refused
}

/** A list for a stranger that shows no booking of the reseller's. */
function listsElsewhere({ asked: { list }, reserved }: Isolated, as: Stranger, refused: Judgement): Judgement {
  const shown = list?.[as] ?? null
  if (list === undefined || shown === null) return refused
  const notes = idText(reserved.exchange.input['notes']) ?? ''
  const own = [{ id: idText(reserved.read('id')) ?? '', notes, booking: reserved }]
  const keyed = own.some(({ id }) => isItsKey(id, reserved.exchange.input['idempotencyKey']))
  const judged = judgeLists({ own, made: [], keyed, ownLists: [list.own], lists: [shown] })
  return judged.outcome === 'fail' ? refused : judged
}

/** A target that asks for no credentials by its profile cannot tell strangers from its reseller. */
function credentialed(asked: Asked | undefined, judgement: Judgement): Judgement {
  return asked?.nobody && namesSent(asked.nobody) === namesSent(asked.own)
    ? untested('the profile names no credentials', 'give target.headers: the credentials of the account')
    : judgement
}

/** Names of the headers and of the query inputs of a request: credentials may be either. */
function namesSent({ exchange: { request } }: Answer): string {
  return [...Object.keys(request.headers), ...readAddress(request.url).searchParams.keys()].sort().join()
}

observe(isolated, {
  id: 'isolation.credential-header',
  clause: '5/credential-header',
  observe: ({ asked: { get } }) =>
    credentialsOf(get)
      .map(([name]) => name)
      .join(', ') || null,
})

observe(isolated, {
  id: 'isolation.credential-type',
  clause: '5/credential-type',
  observe: ({ asked: { get } }) =>
    credentialsOf(get)
      .flatMap(([, value]) => /^([A-Za-z]+) /.exec(value)?.[1] ?? [])
      .join(', ') || null,
})

/** Headers without which a request was refused that was accepted with them; their values are not those of the wire. */
function credentialsOf(asked: Asked | undefined): readonly (readonly [string, string])[] {
  if (asked?.own.accepted !== true || asked.nobody?.refused !== true) return []
  const without = new Set(Object.keys(asked.nobody.exchange.request.headers))
  return Object.entries(asked.own.exchange.request.headers).filter(([name]) => !without.has(name))
}

const open = scenario('isolation.open', async ({ target }) => ({
  transfers: await strangers((as) => target.transfers({ currency: 'EUR' }, { as })),
  availability: await strangers((as) => target.availability({}, { as })),
}))

for (const operation of ['transfers', 'availability'] as const)
  observe(open, {
    id: `isolation.${operation}-without-credentials`,
    clause: `5/no-credentials-${operation}`,
    observe: ({ [operation]: { nobody, wrong } }) => `without: ${told(nobody)}; with wrong ones: ${told(wrong)}`,
  })

function told(answer: Answer): string {
  return answer.accepted ? 'accepted' : `${answer.refused ? 'refused' : 'not told'} (${answer.describe()})`
}

export default suite
