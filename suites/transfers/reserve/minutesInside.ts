import { isDeepStrictEqual } from 'node:util'
import { boundsOf, contract, expect, isOf, judgedIfAny, openSuite, pass, say, unseen } from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { forms } from '../capability/forms.js'
import { finalized } from '../confirm/finalize.js'
import { created } from './created.js'
import { priced } from './currency.js'
import { usualMinutes } from './holdFor.js'

const suite: Suite = openSuite()
const { course } = suite

const { minimum, maximum } = boundsOf(contract.input('reserve', 'expirationMinutes'))

/** The scenarios whose holds are made by `holdFor`, for minutes of `minutesHeld`. */
const holders = [created, priced, forms, finalized]

for (const [name, clause, said, isMeant] of [
  ['20-minutes', '8/expiration-min-reserve', '20 minutes', (minutes: number) => minutes === minimum],
  ['200-minutes', '8/expiration-max-reserve', '200 minutes', (minutes: number) => minutes === maximum],
  [
    '20-to-200-minutes',
    '8/expiration-accepted-reserve',
    'each whole number of minutes from 20 to 200',
    (minutes: number) => minutes !== minimum && minutes !== maximum,
  ],
] as const)
  course({
    id: `reserve.accepts-${name}`,
    clause,
    title: `reserve accepts ${said}`,
    of: ['reserve'],
    ofOwnRun: true,
    judge: (answers) => judgeAccepted(answers, isMeant),
  })

/** Judges the holds of one scenario that were made for the minutes that are meant; null: there are none. */
function judgeAccepted(answers: readonly Answer[], isMeant: (minutes: number) => boolean): Judgement | null {
  const meant = answers.filter((answer) => {
    const minutes = minutesAsked(answer)
    return minutes !== null && isMeant(minutes)
  })
  const judged = meant.flatMap((answer) => {
    if (answer.accepted) return [pass]
    const later = meant.some((other) => other.n > answer.n && isAlike(other, answer, minutesAsked(answer)))
    return later || !answer.refused ? [] : [judgeRefused(answer, answers)]
  })
  return judgedIfAny(judged)
}

function judgeRefused(answer: Answer, answers: readonly Answer[]): Judgement {
  const refused = answers.find((other) => other.refused && isAlike(other, answer, minutesAsked(answer))) ?? answer
  const controls = answers.filter((other) => other.n > refused.n && isAlike(other, answer, usualMinutes))
  // Controls lie between the two refusals and right after them: earlier or later, there may have been more room.
  const control = controls.find(({ n, accepted }) => accepted && n < answer.n)
  const after = controls.find(({ n }) => n > answer.n)
  if (control === undefined || after?.accepted !== true)
    return unseen(
      `with ${usualMinutes} minutes, the same reservation was not accepted either (request ${answer.n} was refused)`,
    )
  return expect(answer).toBeAccepted(
    say`with ${minutesAsked(answer) ?? 'these'} minutes, while with ${usualMinutes} it was (request ${control})`,
  )
}

/** The minutes of a hold that was made for minutes that the documents allow; null: it is none of these. */
function minutesAsked({ exchange }: Answer): number | null {
  const minutes = exchange.input['expirationMinutes']
  const isOne = exchange.purpose === 'reserve' && exchange.as === 'reseller' && isOf(holders, exchange)
  return isOne && typeof minutes === 'number' && minutes >= minimum && minutes <= maximum ? minutes : null
}

/** Whether one asks for so many minutes, and else for what the other does, but for their own availability and key. */
function isAlike(one: Answer, other: Answer, minutes: number | null): boolean {
  const rest = ({ exchange: { input } }: Answer): object => ({
    ...input,
    availabilityId: null,
    idempotencyKey: null,
    expirationMinutes: null,
  })
  return one.exchange.input['expirationMinutes'] === minutes && isDeepStrictEqual(rest(one), rest(other))
}

export default suite
