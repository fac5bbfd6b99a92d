/**
 * A pattern of `--only`, `--allow-untested` or a waiver: `*` stands for any run of characters, `/` and `.` included. Each part
 * between them is taken where it comes first, so that no pattern takes long.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - at >= last.length && text.endsWith(last)
}
