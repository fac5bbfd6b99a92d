import { isMap, valueAt } from '../profile/jsonMap.js'
import type { Json } from '../profile/profile.js'
import { withoutVariables, withVariablesAsTexts } from '../profile/variables.js'
import type { Draft, DraftKey, Sureness } from '../suite/interview.js'
import { escapeText } from '../contract/escapeText.js'
import { asEntries } from '../profile/entries.js'
import { inlineYaml } from '../profile/recordedProfile.js'
import type { Key } from '../profile/key.js'
import { isMap as isYamlMap, isScalar, isSeq, parseDocument, type Document } from 'yaml'

/** A line of a profile in the making: a value, or what was not found. */
export type DraftLine =
  | { readonly key: DraftKey; readonly value: Json; readonly sure: Sureness; readonly from: string }
  | { readonly key: DraftKey; readonly likely: Json; readonly why: string; readonly isUnread?: boolean }

/** A draft whose lines can be read, in the order in which their keys came up. */
export interface OpenDraft extends Draft {
  /** As they stand in a profile: no variable of the user's is in what a target said. */
  lines(): readonly DraftLine[]
}

/** @param begun a profile that somebody began: its values are not written anew, and its lines are not in the draft */
export function openDraft(begun: Json = {}): OpenDraft {
  const lines = new Map<string, DraftLine>()
  const idOf = (key: DraftKey): string => JSON.stringify(key)
  const valueOf = (line: DraftLine | undefined): Json | undefined =>
    line !== undefined && 'value' in line ? line.value : undefined
  return {
    write(key, value, sure, from) {
      if (!isSaid(begun, key)) lines.set(idOf(key), { key, value, sure, from })
    },
    miss(key, likely, why, isUnread = false) {
      if (!isSaid(begun, key) && !lines.has(idOf(key))) lines.set(idOf(key), { key, likely, why, isUnread })
    },
    read: (key) => {
      const said = isSaid(begun, key) ? valueAt(begun, key) : undefined
      return said === undefined ? valueOf(lines.get(idOf(key))) : withVariablesAsTexts(said)
    },
    lines: () => [...lines.values()].map(written),
  }
}

/** A target may answer `${AWS_SECRET_ACCESS_KEY}` to be sent it by a run. Only the account's data is the user's own. */
function written(line: DraftLine): DraftLine {
  const [account = '', part = ''] = line.key
  if (['target', 'otherReseller'].includes(account) && ['headers', 'query'].includes(part)) return line
  return 'value' in line
    ? { ...line, value: withoutVariables(line.value) }
    : { ...line, likely: withoutVariables(line.likely) }
}

/** Whether a profile says what stands at a key, or that there is nothing: `operations: { extend: null }`. */
function isSaid(begun: Json, key: DraftKey): boolean {
  return key.some((_, at) => {
    const above = valueAt(begun, key.slice(0, at + 1))
    return above !== undefined && (at + 1 === key.length || !isMap(above))
  })
}

/** A map of a profile, or one of its lines. */
type Node = { readonly line: DraftLine } | { readonly members: Map<string, Node> }

/**
 * A profile as YAML. A comment on every line says its source; what was not found is commented out, ready to be fixed.
 * @param order a profile whose keys say in which order those of this one stand
 * @param of what may be said: below a list of entries, lines are named by what an entry is for
 * @param head lines at its top
 */
export function profileText(lines: readonly DraftLine[], order: Json, head: readonly string[], of?: Key): string {
  const root = new Map<string, Node>()
  for (const line of lines) put(root, line.key, line)
  const body = rows(root, order, '', of)
  return `${[...head.map((text) => `# ${shown(text)}`), ...body.map(({ live, text }) => (live ? text : text.replace(/^ */, '$&# ')))].join('\n')}\n`
}

interface Row {
  readonly live: boolean
  readonly text: string
}

function put(members: Map<string, Node>, [name = '', ...rest]: readonly string[], line: DraftLine): void {
  if (rest.length === 0) {
    members.set(name, { line })
    return
  }
  const known = members.get(name)
  const inner = known !== undefined && 'members' in known ? known.members : new Map<string, Node>()
  members.set(name, { members: inner })
  put(inner, rest, line)
}

function rows(
  members: ReadonlyMap<string, Node>,
  order: Json | undefined,
  indent: string,
  of: Key | undefined,
): readonly Row[] {
  const names = Object.keys(of?.words ?? (isMap(order) ? order : {}))
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length)
  return [...members]
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([name, node]): readonly Row[] => {
      if (of?.words !== undefined) return entryRows(name, node, indent, of.items)
      const key = `${indent}${inlineYaml(name)}:`
      if ('line' in node) return [lineRow(key, node.line)]
      const inner = rows(node.members, isMap(order) ? order[name] : undefined, `${indent}  `, of?.members?.[name])
      return [{ live: inner.some(({ live }) => live), text: key }, ...inner]
    })
}

/** What one word has in a list of entries. */
function entryRows(word: string, node: Node, indent: string, of: Key | undefined): readonly Row[] {
  if ('members' in node) {
    const inner = rows(node.members, undefined, `${indent}  `, of)
    return [{ live: inner.some(({ live }) => live), text: `${indent}- as: ${inlineYaml(word)}` }, ...inner]
  }
  const { line } = node
  const said = 'value' in line ? line.value : line.likely
  return asEntries({ [word]: said }).map((entry) =>
    lineRow(`${indent}-`, 'value' in line ? { ...line, value: entry } : { ...line, likely: entry }),
  )
}

function lineRow(key: string, line: DraftLine): Row {
  if ('value' in line)
    return { live: true, text: `${key} ${inlineYaml(line.value)} # ${line.sure}: ${shown(line.from)}` }
  return { live: false, text: `${key} ${inlineYaml(line.likely)} # not found: ${shown(line.why)}` }
}

function shown(text: string): string {
  return escapeText(text, 300)
}

const missedHead = 'What was not found: write what you know into the keys above.'

/**
 * A profile that somebody began, with its lines and comments, and what was learned beside them. What was not found
 * follows at its end, commented out. Anything that an earlier time did not find is left out, since it may be found now.
 * @param text what was begun @param lines what was learned @param order and @param of as for {@link profileText}
 */
export function completedText(text: string, lines: readonly DraftLine[], order: Json, of: Key): string {
  const document = parseDocument(withoutMissed(text), { merge: true, schema: 'core', logLevel: 'error' })
  const missed = lines.filter((line) => !('value' in line) || !putSaid(document, line, of))
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
function putSaid(document: Document.Parsed, line: Said, of: Key): boolean {
  const [name = '', word = '', ...rest] = line.key
  if (of.members?.[name]?.words === undefined) return putAt(document, line.key, line, line.value)
  if (document.get(name) == null) document.set(name, document.createNode([]))
  const list = document.get(name)
  if (!isSeq(list)) return false
  const known = list.items.findIndex((entry) => isYamlMap(entry) && entry.get('as') === word)
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
    else if (!isYamlMap(above) && !isSeq(above)) return false
    // Lines of their own have room for where they are from.
    else above.flow = false
  }
  const node = document.createNode(value, { flow: true })
  node.comment = ` ${line.sure}: ${escapeText(line.from, 300)}`
  document.setIn(key, node)
  return true
}
