import { stringify } from 'yaml'
import { escapeText } from '../contract/escapeText.js'
import { isMap } from '../profile/mergeProfile.js'
import type { Json } from '../profile/profile.js'
import type { DraftLine } from './draft.js'

/** A map of a profile, or one of its lines. */
type Node = { readonly line: DraftLine } | { readonly members: Map<string, Node> }

/**
 * A profile as YAML, in which every line says in a comment where it is from. What was not found is commented out, ready to be mended.
 * @param order a profile whose keys say in which order those of this one stand
 * @param head lines at its top
 */
export function profileText(lines: readonly DraftLine[], order: Json, head: readonly string[]): string {
  const root = new Map<string, Node>()
  for (const line of lines) put(root, line.key, line)
  const body = rows(root, order, '')
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

function rows(members: ReadonlyMap<string, Node>, order: Json | undefined, indent: string): readonly Row[] {
  const names = isMap(order) ? Object.keys(order) : []
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length)
  return [...members]
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([name, node]): readonly Row[] => {
      const key = `${indent}${inline(name)}:`
      if ('line' in node) return [lineRow(key, node.line)]
      const inner = rows(node.members, isMap(order) ? order[name] : undefined, `${indent}  `)
      return [{ live: inner.some(({ live }) => live), text: key }, ...inner]
    })
}

function lineRow(key: string, line: DraftLine): Row {
  if ('value' in line) return { live: true, text: `${key} ${inline(line.value)} # ${line.sure}: ${shown(line.from)}` }
  return { live: false, text: `${key} ${inline(line.likely)} # not found: ${shown(line.why)}` }
}

/** One line of YAML. */
function inline(value: Json): string {
  const text = stringify(value, {
    collectionStyle: 'flow',
    lineWidth: 0,
    singleQuote: true,
    flowCollectionPadding: true,
  })
  const line = text.trimEnd()
  // A text of several lines, and whatever is active: JSON is YAML, too.
  return line.includes('\n') || escapeText(line, line.length) !== line ? jsonLine(value) : line
}

function jsonLine(value: Json): string {
  return escapeText(JSON.stringify(value), 4000)
}

function shown(text: string): string {
  return escapeText(text, 300)
}
