import { isMap, isScalar, isSeq, parseDocument, type Document } from 'yaml'
import { escapeText } from '../contract/escapeText.js'
import { asEntries } from '../profile/entries.js'
import type { Key } from '../profile/key.js'
import type { Json } from '../profile/profile.js'
import type { DraftLine } from './draft.js'
import { profileText } from './profileText.js'

const missedHead = 'What was not found: write what you know into the keys above.'

/**
 * A profile that somebody began, with its lines and comments, and what was learned beside them. What was not found follows at its end,
 * commented out; what an earlier time did not find is left out, since it may be found now.
 * @param text what was begun @param lines what was learned @param order and @param of as for {@link profileText}
 */
export function completedText(text: string, lines: readonly DraftLine[], order: Json, of: Key): string {
  const document = parseDocument(withoutMissed(text), { merge: true, schema: 'core', logLevel: 'error' })
  const missed = lines.filter((line) => !('value' in line) || !put(document, line, of))
  const whole = document.toString({ lineWidth: 0, flowCollectionPadding: true, singleQuote: true })
  if (missed.length === 0) return whole
  const left = missed.map((line) =>
    'value' in line ? { key: line.key, likely: line.value, why: 'what stands above has no room for it' } : line,
  )
  return `${whole}\n${profileText(left, order, [missedHead], of)}`
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
      isMissedBelow = isMissed || (isMissedBelow && /^# (?:[^\s#]{1,100}:|- as: \w{1,100})$/.test(comment))
      return !isMissedBelow
    })
    .toReversed()
    .join('\n')
}

type Said = Extract<DraftLine, { readonly value: Json }>

/** false: what stands on the way to it is no map of its own. */
function put(document: Document.Parsed, line: Said, of: Key): boolean {
  const [name = '', word = '', ...rest] = line.key
  if (of.members?.[name]?.words === undefined) return putAt(document, line.key, line, line.value)
  if (document.get(name) == null) document.set(name, document.createNode([]))
  const list = document.get(name)
  if (!isSeq(list)) return false
  const known = list.items.findIndex((entry) => isMap(entry) && entry.get('as') === word)
  const next = list.items.length
  if (rest.length === 0)
    return asEntries({ [word]: line.value }).every((entry, at) =>
      putAt(document, [name, String(next + at)], line, entry),
    )
  if (known === -1) list.add(document.createNode({ as: word }))
  return putAt(document, [name, String(known === -1 ? next : known), ...rest], line, line.value)
}

function putAt(document: Document.Parsed, key: readonly string[], line: Said, value: Json): boolean {
  for (let length = 1; length < key.length; length += 1) {
    const above = document.getIn(key.slice(0, length), true)
    if (above === undefined) break
    if (isScalar(above) && above.value === null) document.setIn(key.slice(0, length), document.createNode({}))
    else if (!isMap(above) && !isSeq(above)) return false
    // Lines of their own have room for where they are from.
    else above.flow = false
  }
  const node = document.createNode(value, { flow: true })
  node.comment = ` ${line.sure}: ${escapeText(line.from, 300)}`
  document.setIn(key, node)
  return true
}
