import { escapeText } from '../contract/escapeText.js'
import { asEntries } from '../profile/entries.js'
import { inlineYaml } from '../profile/inlineYaml.js'
import type { Key } from '../profile/key.js'
import { isMap } from '../profile/mergeProfile.js'
import type { Json } from '../profile/profile.js'
import type { DraftLine } from './draft.js'

/** A map of a profile, or one of its lines. */
type Node = { readonly line: DraftLine } | { readonly members: Map<string, Node> }

/**
 * A profile as YAML, in which every line says in a comment where it is from. What was not found is commented out, ready to be mended.
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
