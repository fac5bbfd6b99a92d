export type Anchored = 'check' | 'clause' | 'failure' | 'gap' | 'exchange' | 'booking' | 'chapter'

/**
 * The id of an item in `report.escaped`, for `report.html#...`: `check-reserve.starts-on-hold`, `clause-4.2_new-booking-on-hold`,
 * `exchange-12`. Stable: other reports and badges link to it.
 */
export function anchorOf(kind: Anchored, id: string | number): string {
  return `${kind}-${String(id)
    .replaceAll('/', '_')
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, 200)}`
}
