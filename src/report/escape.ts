import { escapeText } from '../contract/escapeText.js'

/** What may stand in a template: text is escaped, markup of another template stays, nothing gives nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[]

/** Characters of an ordinary text at most; what may be longer is bounded where it is shown. */
const longest = 2000

/** Markup that was made by {@link escaped} and by nothing else. */
export class Html {
  readonly #text: string

  /** @internal Only the functions of this file make markup. */
  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/**
 * A template of markup. Every text put into it is escaped for content and for quoted attributes, shows active
 * characters (controls, bidi) as `\uXXXX`, and is cut at 2,000 characters. So no text of a target can leave its place.
 * Attributes are always in double quotes.
 */
export function escaped(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = strings[0] ?? ''
  values.forEach((value, at) => {
    text += render(value) + (strings[at + 1] ?? '')
  })
  return new Html(text)
}

/** Text of ours that is escaped, style or script already. Never for anything that came from outside. */
export function ours(text: string): Html {
  return new Html(text)
}

/** A text of several lines (for `<pre>`): its line ends stay, all else in it that is active is shown. */
export function lines(text: string, most: number): Html {
  const shown = text.length > most ? text.slice(0, most) : text
  const rest = text.length - shown.length
  const safe = shown
    .split(/\r?\n/)
    .map((line) => escapeHtml(escapeText(line, most)))
    .join('\n')
  return new Html(rest === 0 ? safe : `${safe}\n… (${rest.toLocaleString('en')} more characters)`)
}

export function bounded(text: string, most: number): Html {
  return new Html(escapeHtml(escapeText(text, most)))
}

function render(value: Content): string {
  if (value instanceof Html) return value.toString()
  if (typeof value === 'string') return escapeHtml(escapeText(value, longest))
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined || value === false) return ''
  return value.map(render).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/**
 * Text for an attribute or an element of XML 1.0. Line ends stay. Other active or forbidden characters (controls,
 * halves of surrogate pairs, U+FFFE and U+FFFF) are shown as `\uXXXX`.
 */
export function escapeXml(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeHtml(escapeText(line, 20_000)))
    .join('&#10;')
}

/**
 * Text of octospec's own or of the documents, with no meaning in Markdown or HTML. Renderers look for mentions and
 * references to issues in what is rendered, but not in code: so the sign that begins one is in code.
 */
export function plainMarkdown(text: string, longest = 1000): string {
  return (
    escapeText(text, longest)
      .replaceAll(/[@#!~%$&](?=[\w"])|\[(?=\w+:)|GH(?=-\d)/gi, (sigil) => `\u0000${sigil}\u0001`)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(
        /[\\`*{}[\]#!|~$@]|(?<!\w)_|_(?!\w)|:(?=\/\/)|(?<=www)\./gi,
        (character) => `&#${character.charCodeAt(0)};`,
      )
      // No control is left in an escaped text but these.
      .replaceAll('\u0000', '<code>')
      .replaceAll('\u0001', '</code>')
  )
}

/**
 * Text from anywhere as a code span, in which Markdown, HTML and mentions mean nothing. It must not be in a table:
 * there a `|` would end the cell.
 */
export function codeMarkdown(text: string, longest = 300): string {
  // GitHub and GitLab know no fence of more than 80.
  const shown = escapeText(text, longest).replaceAll(/`{10,}/g, ({ length }) => `(${length} backticks)`)
  if (shown.trim() === '') return '(empty)'
  const runs = shown.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1)
  // A space inside is taken off again by the reader, and keeps a backtick apart from the fence.
  return `${fence} ${shown} ${fence}`
}
