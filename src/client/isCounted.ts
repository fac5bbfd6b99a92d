/** True for an id that is a small number: such ids may be counted for each reseller account by itself, so two alike prove nothing. */
export function isCounted(id: string): boolean {
  return /^\d{1,12}$/.test(id)
}
