import type { Report } from './report.js'

/** When the first hold is due that still ages, in ISO 8601; null: none does. */
export function firstDue({ pending }: Pick<Report, 'pending'>): string | null {
  return pending.map(({ dueAt }) => dueAt).sort()[0] ?? null
}
