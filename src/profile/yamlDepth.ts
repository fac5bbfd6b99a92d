/** Levels of brackets that are open at a time, and of blocks, at most. */
const [mostBrackets, mostIndent] = [100, 200]

/**
 * Where a YAML text is nested deeper than any that is meant well, line and column from 1; null: nowhere. To be asked before it is
 * parsed: the library goes down into what is nested call by call, and when an expression is compiled just where the stack ends, V8
 * ends the process. Brackets in texts and comments count like others.
 */
export function tooDeepAt(text: string): { readonly line: number; readonly column: number } | null {
  let open = 0
  for (const [index, line] of text.split('\n').entries()) {
    let at = 0
    // Each level of blocks takes a space of indentation at least, or a dash or question mark and a space.
    while (isIndent(line, at)) at += 1
    if (at > mostIndent) return { line: index + 1, column: mostIndent + 1 }
    for (; at < line.length; at += 1) {
      const character = line.charAt(at)
      if (character === '[' || character === '{') open += 1
      else if (character === ']' || character === '}') open = Math.max(0, open - 1)
      if (open > mostBrackets) return { line: index + 1, column: at + 1 }
    }
  }
  return null
}

function isIndent(line: string, at: number): boolean {
  const [character, next] = [line.charAt(at), line.charAt(at + 1)]
  if (character === ' ' || character === '\t') return true
  return (character === '-' || character === '?' || character === ':') && (next === ' ' || next === '\t')
}
