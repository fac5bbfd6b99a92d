import { Stop } from './words.js'

/** Why a part of a trial is not there: what the Stop said that ended it. Plain data, which a trial may hold. */
export interface Lost {
  readonly lost: string
  readonly remedy: string
  readonly exchange: number | null
}

/** For `catch`: where a part of a scenario stops, the rest goes on, and the checks of that part say why. Anything else is thrown on. */
export function orLost(error: unknown): Lost {
  if (error instanceof Stop) return { lost: error.message, remedy: error.remedy, exchange: error.exchange }
  throw error
}

export function isLost(part: object | null | undefined): part is Lost {
  return part != null && 'lost' in part
}

/** The part of a trial. @throws Stop in a judge, where it was lost, which makes its check untested for that reason */
export function found<Part extends object | null>(part: Part | Lost): Part {
  if (isLost(part)) throw new Stop(part.lost, part.remedy, part.exchange)
  return part
}
