import type { Finding } from './finding.js'

/** A text, with what it tells as data. */
export type Said = Pick<Finding, 'message' | 'about'>

/** A part of a finding that may name exchanges. */
export type Words = string | Said

interface Numbered {
  readonly n: number
}

type Part = Words | number | Numbered | undefined | readonly Numbered[]

/** Tells a finding: of an answer, or of several, the number is written, and kept as data. */
export function say(texts: TemplateStringsArray, ...parts: readonly Part[]): Said {
  const about = new Set(parts.flatMap(numbersOf))
  return {
    message: texts.map((text, at) => text + (at < parts.length ? textOf(parts[at]) : '')).join(''),
    ...(about.size > 0 && { about: [...about] }),
  }
}

function textOf(part: Part): string {
  if (part === undefined) return '?'
  if (typeof part !== 'object') return String(part)
  if ('message' in part) return part.message
  const numbers = numbersOf(part)
  return [numbers.slice(0, -1).join(', '), ...numbers.slice(-1)].filter((text) => text !== '').join(' and ')
}

function numbersOf(part: Part): readonly number[] {
  if (typeof part !== 'object') return []
  if ('message' in part) return part.about ?? []
  return [part].flat().map(({ n }) => n)
}
