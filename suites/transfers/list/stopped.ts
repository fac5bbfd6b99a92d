import { answeredAt, askedForPricing, fail, notApplicable, openSuite, pass, wants, say } from '../vocabulary/index.js'
import type { Answer, Finding, Judgement, Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { whole } = suite

/** A list, or a get that was accepted, as far as it says whether the target answers lists. */
export interface Asked {
  readonly n: number
  /** Milliseconds since the epoch. */
  readonly began: number
  readonly ended: number
  /** What a list was asked with; null: it is a get. */
  readonly input: string | null
  readonly accepted: boolean
  /** What was received in place of the bookings. */
  readonly received: string | null
}

/** One list that crashes may be chance, and two an outage. */
const often = 3

// One booking that cannot be shown keeps all others from being so.
whole({
  id: 'list.still-accepted',
  clause: '4.3/list-accepted',
  title: 'a list that was accepted does not end in a server error from then on',
  of: ['list', 'get'],
  uses: ['list'],
  ofOwnRun: true,
  keep: askedIn,
  judge: judgeStopped,
})

/** Of the first account alone: each has bookings of its own. */
function askedIn(answer: Answer): readonly Asked[] {
  const { accepted, refused, isErrorPage, status, n } = answer
  const { as, purpose, input, startedAt: began } = answer.exchange
  const isList = purpose === 'list'
  const isCrash = isList && (refused || isErrorPage) && status === 500
  if (
    as !== 'reseller' ||
    !(isList || purpose === 'get') ||
    !askedForPricing(answer.exchange) ||
    !(accepted || isCrash)
  )
    return []
  // Our own input, and nothing of the target's.
  const asked = isList ? JSON.stringify(input) : null
  return [{ n, began, ended: answeredAt(answer), input: asked, accepted, received: isCrash ? answer.describe() : null }]
}

/** Fails where the same lists as before end in a server error, one after the other until the end, while the target answers other requests. */
export function judgeStopped(asked: readonly Asked[]): Judgement {
  const lists = asked.filter(({ input }) => input !== null)
  const shown = lists.filter(({ accepted }) => accepted)
  if (shown.length === 0) return notApplicable('no list was accepted, which is told by list.accepted')
  const lastShown = Math.max(...shown.map(({ ended }) => ended))
  const known = new Set(shown.map(({ input }) => input))
  const crashed = lists.filter((each) => !each.accepted && each.began >= lastShown && known.has(each.input))
  const [first] = crashed
  const last = crashed.at(-1)
  if (first === undefined || last === undefined || crashed.length < often) return pass
  // An outage takes all else with it.
  const isUp = asked.some(({ accepted, began, ended }) => accepted && began >= first.ended && ended <= last.began)
  return isUp ? fail(...crashed.slice(0, 5).map((each) => findingOf(each, shown))) : pass
}

function findingOf({ n, received, input }: Asked, shown: readonly Asked[]): Finding {
  const before = shown.findLast((each) => each.input === input)?.n ?? n
  return {
    ...say`the list is a server error, and so are all that came after it: the same request was accepted before (request ${{ n: before }}), and get is still`,
    ...wants.accepted(),
    received,
    exchange: n,
    pointer: '',
    steps: [before, n],
  }
}

export default suite
