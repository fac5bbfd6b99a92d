/** Whether a text fits a pattern in which `*` is any text. No regular expression is made of a hostile pattern. */
export function matchesGlob(pattern: string, text: string): boolean {
  const [head = '', ...parts] = pattern.split('*')
  const tail = parts.pop()
  if (tail === undefined) return pattern === text
  if (!text.startsWith(head)) return false
  let at = head.length
  // Each part as early as possible leaves the most for those that follow.
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}
