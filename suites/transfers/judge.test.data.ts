import { profile as testProfile } from '../../src/suite/answer.test.data.js'
import type { Answer, Judgement, Profile } from '../../src/suite/index.js'
import { transfers } from './pack.js'

/** What a declared check says of a trial of its scenario; members that its judge does not read may be absent. */
export function judgeTrial(id: string, data: object, profile: Profile = testProfile): Judgement {
  const check = transfers.checks.get(id)
  if (check?.kind !== 'trial') throw new Error(`no check of a scenario is called ${id}`)
  return check.judge(data, { profile })
}

/** What a declared check says of an answer of the run; null: nothing. */
export function judgeAnswer(id: string, answer: Answer): Judgement | null {
  const check = transfers.checks.get(id)
  if (check?.kind !== 'sweep') throw new Error(`no check of all answers is called ${id}`)
  return check.judge(answer, { profile: answer.profile })
}

/** What a declared check says of all answers of a scenario; null: nothing. */
export function judgeCourse(id: string, answers: readonly Answer[], profile: Profile = testProfile): Judgement | null {
  const check = transfers.checks.get(id)
  if (check?.kind !== 'course') throw new Error(`no check of the course of scenarios is called ${id}`)
  return check.judge(answers, { profile })
}

/** The judgement of a declared check on all answers of a run; null: it says nothing. */
export function judgeWhole(id: string, answers: readonly Answer[], profile: Profile = testProfile): Judgement | null {
  const check = transfers.checks.get(id)
  if (check?.kind !== 'whole') throw new Error(`no check of whole runs is called ${id}`)
  return check.judge(
    answers.flatMap((each) => check.keep(each)),
    { profile },
  )
}

/** What a declared observation sees in a trial of its scenario; null: nothing. */
export function observed(id: string, data: object): string | null {
  const observation = transfers.observations.get(id)
  if (observation === undefined) throw new Error(`no observation is called ${id}`)
  const seen = observation.observe(data, { profile: testProfile })
  return typeof seen === 'string' ? seen : (seen?.map(({ message }) => message).join('; ') ?? null)
}
