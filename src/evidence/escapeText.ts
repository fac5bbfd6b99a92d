/**
 * Characters that do something to a terminal, to a line or to the order of reading instead of being read: controls (ANSI
 * escapes begin with one), bidi overrides and isolates, invisible marks, line separators, what is
 * no character (XML forbids it), and halves of surrogate pairs.
 */
const active: RegExp =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** As `\uXXXX`, so that it is seen and does nothing. */
function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Text from a target, harmless on one line of any terminal or file: whatever is active is shown as `\uXXXX`.
 *
 * @param longest characters shown at most; what is left out is counted at the end
 */
export function escapeText(text: string, longest = 500): string {
  const shown = text.length > longest ? text.slice(0, longest) : text
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
