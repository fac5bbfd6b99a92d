/** An address as it is compared and appended to. A loop: an expression for it would take quadratic time. */
export function withoutTrailingSlash(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}
