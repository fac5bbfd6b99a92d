/** As octospec writes it. The standard format also takes a leap second, a local time and a space for the T, which are no `Date` here. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
