import type { Answer } from '../wire/answer.js'
import { Stop } from '../wire/stop.js'
import { unusable } from './expect.js'
import { untested, type Judgement, type Obstacle } from './judgement.js'

/** What a judge needs is not there: it goes no further, and its check is untested. */
class Missing extends Stop {
  readonly judgement: Judgement

  constructor(judgement: Judgement, exchange: number | null) {
    super('a judge went no further', 'see its judgement', exchange)
    this.judgement = judgement
  }
}

/**
 * Ends a judge where an answer was not accepted: nothing is judged of what rests on it. Not in what goes into `all`, where a failure beside it
 * would go unsaid: there, `unusable` is one judgement among others.
 */
export function need<Own extends Answer>(answer: Own | null | undefined): asserts answer is Own {
  const cannot = unusable(answer)
  if (cannot !== null) throw new Missing(cannot, answer?.n ?? null)
}

/** The obstacle that a Stop names; an answer that was accepted is none. */
function stoppedBy({ exchange, key }: Stop): Obstacle | undefined {
  if (key !== undefined) return { kind: 'lacking', key }
  return exchange === null ? undefined : { kind: 'refused', exchange }
}

/** The same judge, which a `need` in it may end; a `Stop` in it is untested. */
export function stoppable<Given extends readonly unknown[], Judged extends Judgement | null>(
  judge: (...said: Given) => Judged,
): (...said: Given) => Judged | Judgement {
  return (...said) => {
    try {
      return judge(...said)
    } catch (error) {
      if (error instanceof Missing) return error.judgement
      if (error instanceof Stop) return untested(error.message, error.remedy, stoppedBy(error))
      throw error
    }
  }
}
