import { textOf } from './readings.js'
import type { Sign } from './signOf.js'
import type { Step, Story } from './storyOf.js'

/** By which answers a sign is judged, and which requests have to be accepted again for that; steps are from 1. */
export interface Terms {
  readonly steps: readonly number[]
  readonly was: readonly number[]
  readonly needed: readonly number[]
  /** A right server may refuse these: then the defect is not there, but nothing shows that it is. */
  readonly optional: readonly number[]
  readonly last: number
  /** A right server may refuse the last one, so that nothing wrong is in its answer. */
  readonly mayRefuse: boolean
}

export function termsOf(sign: Sign, { finding, steps, shown, fresh }: Story): Terms {
  const last = steps.indexOf(shown) + 1
  const was = steps.map(({ exchange }) => exchange.response?.status ?? 0)
  const groups = grouped(steps)
  const groupOf = (step: number): readonly Numbered[] => groups.find((each) => each.some(({ at }) => at === step)) ?? []
  const sameAtOnce = (step: number): readonly number[] => {
    const purpose = steps[step - 1]?.exchange.purpose
    return groupOf(step).flatMap(({ at, exchange }) => (at !== step && exchange.purpose === purpose ? [at] : []))
  }
  const accepted = (step: number): boolean => Math.trunc((was[step - 1] ?? 0) / 100) === 2
  // One of those may be answered in the place of the last; and where the like of it was refused before, that shows it as well.
  const alike =
    sign.kind !== 'status'
      ? []
      : [
          ...sameAtOnce(last).filter((step) => accepted(step) === accepted(last)),
          ...steps.flatMap(({ exchange: { purpose, as } }, index) =>
            sign.from === 200 &&
            index + 1 < last &&
            !accepted(index + 1) &&
            purpose === shown.exchange.purpose &&
            as === shown.exchange.as
              ? [index + 1]
              : [],
          ),
        ]
  const judged = [...new Set([...stepsOf(sign), ...alike])]
  const before = was.flatMap((_, index) => {
    const step = index + 1
    return step < last && accepted(step) && !judged.includes(step) && !groupOf(last).some(({ at }) => at === step)
      ? [step]
      : []
  })
  const isRead = ({ exchange, isList }: Step): boolean => exchange.request.method === 'GET' || isList
  const lastWrite = isRead(shown) ? steps.findLastIndex((each, index) => index + 1 < last && !isRead(each)) + 1 : 0
  const variables = [...steps.flatMap(({ captures }) => captures), ...fresh]
  const isUsed = (step: number): boolean => {
    const { exchange, captures } = steps[step - 1] ?? shown
    const later = steps.slice(step).map((each) => textOf(each.exchange))
    return variables.some(
      (each) =>
        (captures.some(({ name }) => name === each.name) || textOf(exchange).includes(each.value)) &&
        later.some((text) => text.includes(each.value)),
    )
  }
  const optional = before.filter((step) => step === lastWrite || sameAtOnce(step).length > 0 || !isUsed(step))
  return {
    steps: judged,
    was,
    needed: before.filter((step) => !optional.includes(step)),
    optional,
    last,
    mayRefuse:
      !('missing' in sign && sign.missing) &&
      (finding.wanted?.answer === 'refused' ||
        shown.exchange.request.method !== 'GET' ||
        shown.exchange.as !== 'reseller'),
  }
}

/** The steps by whose answers a sign is judged, from 1. */
function stepsOf(sign: Sign): readonly number[] {
  return 'steps' in sign
    ? sign.steps
    : 'step' in sign
      ? [sign.step]
      : [sign.place.step, ...(sign.kind === 'pair' ? [sign.than.step] : [])]
}

interface Numbered extends Step {
  /** From 1. */
  readonly at: number
}

export function grouped(steps: readonly Step[]): readonly (readonly Numbered[])[] {
  const groups: Numbered[][] = []
  steps.forEach((step, index) => {
    const last = groups.at(-1)
    if (step.together && last !== undefined) last.push({ ...step, at: index + 1 })
    else groups.push([{ ...step, at: index + 1 }])
  })
  return groups
}
