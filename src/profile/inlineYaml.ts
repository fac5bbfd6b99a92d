import { stringify } from 'yaml'
import { escapeText } from '../contract/escapeText.js'
import type { Json } from './profile.js'

export function inlineYaml(value: Json): string {
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
