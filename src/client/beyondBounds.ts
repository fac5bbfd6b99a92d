/** How much of JSON is read: levels of arrays and objects, and values, their members and items included. */
export interface JsonBounds {
  readonly levels: number
  readonly values?: number
}

/**
 * In which way a JSON text is more than that; null: it is not. Asked before it is parsed: a text of some hundred kilobytes may hold
 * hundreds of thousands of values, or as many levels, and each costs a hundred times its length once it is parsed, judged and recorded.
 */
export function beyondBounds(text: string, { levels, values = Infinity }: JsonBounds): string | null {
  let open = 0
  let begun = 1
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) quoted = !quoted
    else if (quoted) at += character === backslash ? 1 : 0
    else if (character === closingBracket || character === closingBrace) open -= 1
    else if (character === openingBracket || character === openingBrace) {
      open += 1
      // The first value in it, where it is not closed at once.
      if (text.charCodeAt(at + 1) !== character + 2) begun += 1
      if (open > levels) return `nested deeper than ${levels} levels`
    } else if (character === comma) begun += 1
    if (begun > values) return `of more than ${values.toLocaleString('en')} values`
  }
  return null
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
