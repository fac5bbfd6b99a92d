import type { Answer } from './words.js'

/** When an answer had come, or was given up: milliseconds since the epoch. */
export function answeredAt({ exchange }: Pick<Answer, 'exchange'>): number {
  return exchange.startedAt + exchange.durationMs
}
