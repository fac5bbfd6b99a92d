import type { Finding } from '../suite/finding.js'
import { messagePattern } from '../suite/messagePattern.js'

export interface AlikeFindings {
  readonly finding: Finding
  readonly others: readonly Finding[]
}

/** The findings of a check, each fact once, in the order in which they first came. */
export function alikeFindings(findings: readonly Finding[]): readonly AlikeFindings[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = JSON.stringify([
      messagePattern(finding.message),
      finding.expected,
      typeof finding.received === 'string' && finding.received,
    ])
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].flatMap(([finding, ...others]) => (finding === undefined ? [] : [{ finding, others }]))
}
