import { answeredAt, askedForPricing, fail, notApplicable, openSuite, pass, wants, say } from '../vocabulary/index.js'
import type { Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { whole } = suite

/** A list or a get that was accepted, or a list that was a server error. */
interface Asked {
  readonly n: number
  readonly began: number
  readonly ended: number
  /** What a list was asked with; null: it is a get. */
  readonly input: string | null
  /** What was received in place of the bookings; null: it was accepted. */
  readonly error: string | null
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
  keep: (answer): readonly Asked[] => {
    const { accepted, refused, isErrorPage, status, n } = answer
    const { as, purpose, input, startedAt: began } = answer.exchange
    const isList = purpose === 'list'
    const isCrash = isList && (refused || isErrorPage) && status === 500
    // Each account has bookings of its own.
    if (as !== 'reseller' || !(isList || purpose === 'get') || !askedForPricing(answer.exchange)) return []
    if (!accepted && !isCrash) return []
    // Our own input, and nothing of the target's.
    const sent = isList ? JSON.stringify(input) : null
    return [{ n, began, ended: answeredAt(answer), input: sent, error: isCrash ? answer.describe() : null }]
  },
  // Lists as before end in a server error, one after the other until the end, while the server answers other requests.
  judge: (asked) => {
    const lists = asked.filter(({ input }) => input !== null)
    const shown = lists.filter(({ error }) => error === null)
    if (shown.length === 0) return notApplicable('no list was accepted, which is told by list.accepted')
    const lastShown = Math.max(...shown.map(({ ended }) => ended))
    const crashed = lists.flatMap((list) => {
      const before = shown.findLast(({ input }) => input === list.input)
      return list.error === null || list.began < lastShown || before === undefined ? [] : [{ ...list, before }]
    })
    const [first] = crashed
    const last = crashed.at(-1)
    if (first === undefined || last === undefined || crashed.length < often) return pass
    // An outage takes all else with it.
    const isUp = asked.some(({ error, began, ended }) => error === null && began >= first.ended && ended <= last.began)
    if (!isUp) return pass
    return fail(
      ...crashed
        .slice(0, 5)
        .map(({ n, error, before }) => ({
          ...say`the list is a server error, and so are all that came after it: the same request was accepted before (request ${before}), and get is still`,
          ...wants.accepted(),
          received: error,
          exchange: n,
          pointer: '',
          steps: [before.n, n],
        })),
    )
  },
})

export default suite
