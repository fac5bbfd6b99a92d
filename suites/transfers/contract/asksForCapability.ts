/** Whether the headers of a request ask for `octo/pricing`, among others or alone. */
export function asksForCapability(headers: readonly (readonly [name: string, value: string])[]): boolean {
  return headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'octo-capabilities' && value.split(',').some((each) => each.trim() === 'octo/pricing'),
  )
}
