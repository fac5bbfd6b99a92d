import { escapeText } from '../../contract/escapeText.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/**
 * Text for an attribute or an element of XML 1.0. Line ends stay; whatever else is active or forbidden there (controls, halves of
 * surrogate pairs, U+FFFE and U+FFFF) is shown as `\uXXXX`.
 */
export function escapeXml(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeText(line, 20_000))
    .join('\n')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
    .replaceAll('\n', '&#10;')
}
