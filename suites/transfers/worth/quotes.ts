import {
  describeValue,
  inWords,
  isJsonObject,
  openSuite,
  parseUtcTimestamp,
  remarkAt,
  type Json,
  type Remark,
  type Suite,
} from '../vocabulary/index.js'
import { optionsOf } from '../quote/options.js'
import { transfers, type AskedTransfers } from '../quote/scenario.js'

const suite: Suite = openSuite()
const { worth } = suite

worth(transfers, {
  id: 'worth.expired-before-created',
  clause: '2.1/expiry-and-creation',
  look: (asked) =>
    answersOf(asked)
      .flatMap((answer): readonly Remark[] => {
        const [created, expires] = [answer.at('/utcCreatedAt'), answer.at('/utcExpiresAt')]
        const [from, until] = [instant(created), instant(expires)]
        if (from === undefined || until === undefined || from <= until) return []
        const text = `utcExpiresAt of a transfer is ${inWords(expires ?? null)}, before its utcCreatedAt, ${inWords(created ?? null)}`
        return [remarkAt(answer, '/utcExpiresAt', text)]
      })
      .slice(0, most),
})

worth(transfers, {
  id: 'worth.cutoff-described',
  clause: '2.3/cutoff-and-description',
  look: (asked) =>
    answersOf(asked)
      .flatMap((answer) =>
        optionsOf(answer).flatMap(({ option: { cancellationPolicy }, pointer }) =>
          (Array.isArray(cancellationPolicy) ? cancellationPolicy : []).flatMap((entry: Json, index) => {
            const { cutoffAmount: amount, cutoffUnit: unit = null, description } = isJsonObject(entry) ? entry : {}
            const told = lengthIn(description)
            if (typeof amount !== 'number' || told === null || told === String(amount)) return []
            const text = `cutoffAmount is ${amount} with cutoffUnit ${describeValue(unit)}, and the description says ${describeValue(description ?? null)}`
            return [remarkAt(answer, `${pointer}/cancellationPolicy/${index}/cutoffAmount`, text)]
          }),
        ),
      )
      .slice(0, most),
})

/** Remarks of a kind. */
const most = 5

function answersOf({ usd, eur, gbp, omitted }: AskedTransfers): readonly (typeof usd)[] {
  return [usd, eur, gbp, omitted].filter(({ accepted }) => accepted)
}

function instant(value: Json | undefined): number | undefined {
  return typeof value === 'string' ? parseUtcTimestamp(value) : undefined
}

/** The one number that a description names; null: none, or several. */
function lengthIn(description: Json | undefined): string | null {
  const numbers = typeof description === 'string' ? (description.slice(0, 300).match(/\d{1,6}/g) ?? []) : []
  return numbers.length === 1 ? (numbers[0] ?? null) : null
}

export default suite
