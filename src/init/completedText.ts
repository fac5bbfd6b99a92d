import { isMap, isScalar, parseDocument, type Document } from 'yaml'
import { escapeText } from '../contract/escapeText.js'
import type { Json } from '../profile/profile.js'
import type { DraftLine } from './draft.js'
import { profileText } from './profileText.js'

const missedHead = 'What was not found: write what you know into the keys above.'

/**
 * A profile that somebody began, with its lines and comments, and what was learned beside them. What was not found follows at its end,
 * commented out; what an earlier time did not find is left out, since it may be found now.
 * @param text what was begun @param lines what was learned @param order as for {@link profileText}
 */
export function completedText(text: string, lines: readonly DraftLine[], order: Json): string {
  const document = parseDocument(withoutMissed(text), { merge: true, schema: 'core', logLevel: 'error' })
  const missed = lines.filter((line) => !('value' in line) || !put(document, line))
  const whole = document.toString({ lineWidth: 0, flowCollectionPadding: true, singleQuote: true })
  if (missed.length === 0) return whole
  const left = missed.map((line) =>
    'value' in line ? { key: line.key, likely: line.value, why: 'what stands above has no room for it' } : line,
  )
  return `${whole}\n${profileText(left, order, [missedHead])}`
}

/** Without the commented lines of {@link profileText}, and the names of maps that had nothing else. */
function withoutMissed(text: string): string {
  let isMissedBelow = false
  return text
    .split('\n')
    .toReversed()
    .filter((line) => {
      const comment = line.trimStart()
      const isMissed = comment.startsWith('# ') && (comment.includes(' # not found: ') || comment === `# ${missedHead}`)
      isMissedBelow = isMissed || (isMissedBelow && /^# [^\s#]{1,100}:$/.test(comment))
      return !isMissedBelow
    })
    .toReversed()
    .join('\n')
}

/** false: what stands on the way to it is no map of its own. */
function put(document: Document.Parsed, line: Extract<DraftLine, { readonly value: Json }>): boolean {
  const { key, value } = line
  for (let length = 1; length < key.length; length += 1) {
    const above = document.getIn(key.slice(0, length), true)
    if (above === undefined) break
    if (isScalar(above) && above.value === null) document.setIn(key.slice(0, length), document.createNode({}))
    else if (!isMap(above)) return false
    // Lines of their own have room for where they are from.
    else above.flow = false
  }
  const node = document.createNode(value, { flow: true })
  node.comment = ` ${line.sure}: ${escapeText(line.from, 300)}`
  document.setIn(key, node)
  return true
}
