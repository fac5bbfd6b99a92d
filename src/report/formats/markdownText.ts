import { escapeText } from '../../contract/escapeText.js'

/**
 * Text of octospec's own or of the documents, in which nothing is taken for Markdown or HTML. Mentions and references to issues are looked for
 * in what is rendered, but not in code: what begins one stands there.
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
 * Text from anywhere as a code span, in which neither Markdown nor HTML nor a mention means anything. It must not stand in a table:
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
