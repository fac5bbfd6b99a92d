/** The beginning of a text, as a text of its own: a slice would keep all of the text that it was cut from. */
export function startOf(text: string, length: number): string {
  // Any text comes back as it was, halves of surrogate pairs, too.
  return text.length <= length ? text : Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le')
}

/**
 * Characters that act on a terminal, a line or the order of reading instead of being read, or carry what nobody sees:
 * controls (ANSI escapes begin with one), line separators, bidi overrides and isolates, tags and all else invisible,
 * noncharacters (XML forbids them), and halves of surrogate pairs. The mark that makes an emoji stays.
 */
const active: RegExp =
  /(?!\ufe0f)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu

/** By character: a text may have millions of them. */
const escapes = new Map<string, string>()

/** As `\uXXXX`, so that it is seen and does nothing. */
function asEscape(character: string): string {
  const known = escapes.get(character)
  if (known !== undefined) return known
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  const made = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  escapes.set(character, made)
  return made
}

/**
 * Text from a target, harmless on one line of any terminal or file: whatever is active is shown as `\uXXXX`.
 * @param longest characters shown at most; what is left out is counted at the end
 */
export function escapeText(text: string, longest = 500): string {
  const shown = startOf(text, longest)
  const rest = text.length - shown.length
  return `${shown.replaceAll(active, asEscape)}${rest > 0 ? `… (${rest} more characters)` : ''}`
}

/** JSON in which nothing active stands unescaped: the same value to every reader, and one line to any tool. */
export function safeJson(value: unknown, indent?: number): string {
  // JSON.stringify has escaped what is below U+0020 inside of strings; the line ends outside of them are its own.
  return JSON.stringify(value, null, indent).replaceAll(active, (character) =>
    character === '\n' ? character : asEscape(character),
  )
}
