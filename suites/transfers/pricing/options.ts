import { all, askedForPricing, fail, openSuite, pass, unseen, type Suite } from '../vocabulary/index.js'
import type { Answer, Finding, Judgement } from '../vocabulary/index.js'
import { optionsOf, type ShownOption } from '../quote/options.js'

const suite: Suite = openSuite()
const { sweep } = suite

/** What is wrong with an option; null: nothing, undefined: it says nothing of the matter. */
export type JudgeOption = (shown: ShownOption) => Omit<Finding, 'exchange'> | null | undefined

/** Judges every option of one answer; untested where none says anything. */
export function eachOption(answer: Answer, judge: JudgeOption): Judgement {
  const judged = optionsOf(answer).map(judge)
  const findings = judged.flatMap((finding) => (finding ? [{ ...finding, exchange: answer.n }] : []))
  if (findings.length > 0) return fail(...findings)
  return judged.includes(null) ? pass : unseen(`no option of the transfer shows it (exchange ${answer.n})`)
}

/** Declares a check of every option of every transfer of the run that octo/pricing was asked for. */
export function optionSweep(what: {
  readonly id: string
  readonly clause: string
  readonly title: string
  readonly judge: JudgeOption
}): void {
  sweep({
    ...what,
    of: ['transfers'],
    judge: (answer) => {
      if (!answer.accepted || !askedForPricing(answer.exchange)) return null
      const judgement = all(eachOption(answer, what.judge))
      return judgement.outcome === 'untested' ? null : judgement
    },
  })
}

export default suite
