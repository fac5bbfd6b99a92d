import { isDeepStrictEqual } from 'node:util'
import {
  askedForPricing,
  describeValue,
  fail,
  findingAt,
  notApplicable,
  openSuite,
  pass,
  readPointer,
  wants,
  type Answer,
  type Finding,
  type Json,
  type Suite,
} from '../vocabulary/index.js'
import { optionsOf } from '../quote/options.js'

const suite: Suite = openSuite()
const { course } = suite

// What a quote asks for is what another operation omits: an option that follows the request says nothing of its default.
course({
  id: 'pricing.one-default-currency',
  clause: '2.3/default-currency-is-one',
  title: 'an option has the same defaultCurrency in every quote, whatever currency was asked for',
  of: ['transfers'],
  judge: (answers) => {
    const first = new Map<string, Pick<Default, 'currency' | 'kind'> & { readonly n: number }>()
    let again = 0
    const findings: Finding[] = []
    for (const { id, currency, kind, pointer, answer } of answers.flatMap(defaultsOf)) {
      const shown = first.get(id)
      if (shown === undefined) first.set(id, { currency, kind, n: answer.n })
      // An id that is given to one vehicle and then to another says nothing of either.
      else if (isDeepStrictEqual(shown.kind, kind)) again += 1
      else continue
      if (shown === undefined || shown.currency === currency) continue
      findings.push(
        findingAt(answer, `${pointer}/defaultCurrency`, {
          message: `the defaultCurrency of option ${describeValue(id)} was ${describeValue(shown.currency)} in exchange ${shown.n} and is ${describeValue(currency)}`,
          ...wants.value(shown.currency),
          before: { exchange: shown.n, value: shown.currency },
        }),
      )
    }
    if (findings.length > 0) return fail(...findings)
    return again > 0 ? pass : notApplicable('no option has the same id in two quotes: each quote has its own')
  },
})

interface Default {
  readonly id: string
  readonly currency: string
  /** What its vehicle goes by. */
  readonly kind: readonly (Json | undefined)[]
  readonly pointer: string
  readonly answer: Answer
}

/** Of the first account alone: another may have other terms. */
function defaultsOf(answer: Answer): readonly Default[] {
  const { as } = answer.exchange
  if (!answer.accepted || as !== 'reseller' || !askedForPricing(answer.exchange)) return []
  return optionsOf(answer).flatMap(({ option, pointer }) => {
    const { id, defaultCurrency: currency } = option
    const kind = ['name', 'type', 'category', 'seats'].map((name) => readPointer<Json>(option, `/vehicle/${name}`))
    return typeof id === 'string' && typeof currency === 'string' ? [{ id, currency, kind, pointer, answer }] : []
  })
}

export default suite
