import { pointerTokens } from '../../contract/jsonPointer.js'

/** `$['pricing']['retail']`, `$[3]['id']`, inside a quoted string. */
export function jsonPath(pointer: string): string {
  return `$${pointerTokens(pointer).map(stepOf).join('')}`
}

/** One step of such a path. */
export function stepOf(token: string): string {
  return /^\d{1,6}$/.test(token)
    ? `[${token}]`
    : `['${escapedHurl(token).replaceAll("'", "\\\\'").replaceAll('"', '\\"')}']`
}

/** What is active, or breaks a line. */
export const unsafe: RegExp = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** For a value of Hurl: `\`, `#` and what is active are escaped, and no template of a target's is one. */
export function escapedHurl(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('#', '\\#')
    .replaceAll('{{', '\\u{7b}\\u{7b}')
    .replaceAll(unsafe, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`)
}
