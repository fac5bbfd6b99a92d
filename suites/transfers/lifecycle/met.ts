import type { Answer } from '../vocabulary/index.js'

/** Whether two requests were under way at the same time. */
export function met({ exchange: one }: Answer, { exchange: other }: Answer): boolean {
  return one.startedAt <= other.startedAt + other.durationMs && other.startedAt <= one.startedAt + one.durationMs
}
