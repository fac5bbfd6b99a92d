import type { Output } from '../io.js'

/** Narrower than this nothing can be read anyway. */
const narrowest = 40
const widest = 80

/**
 * Lines as a terminal of its width shows them without breaking words, the rest of a line below its text; 80 columns at most, which is
 * what one reads. A log and a command that is to be copied keep their lines.
 */
export function wrapped(
  lines: readonly string[],
  { isTTY, columns = widest }: Pick<Output, 'isTTY' | 'columns'>,
): readonly string[] {
  if (isTTY !== true) return lines
  const width = Math.max(narrowest, Math.min(columns, widest))
  return lines.flatMap((line) => (/^ *(again|wrote) /.test(line) ? [line] : wrapLine(line, width)))
}

function wrapLine(line: string, width: number): readonly string[] {
  if (visible(line) <= width) return [line]
  const indent = ' '.repeat(/^( *[a-z]+(?: [a-z]+)? {2,}| *)/.exec(line)?.[0].length ?? 0)
  const shown: string[] = []
  let current = ''
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    if (current !== '' && visible(current) + 1 + visible(word) > width) {
      shown.push(current)
      current = `${indent}${word}`
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...shown, current]
}

/** Columns of a line without its colours. */
function visible(text: string): number {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001b\[\d+m/g, '').length
}
