import { styleText } from 'node:util'
import type { Io, Output } from '../io.js'

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Gives text a colour where the output shows colours, and else leaves it alone. */
export type Style = (format: Format, text: string) => string

/** Colours on a terminal alone, and not where NO_COLOR asks for none. */
export function styleFor(output: Output, env: Io['env']): Style {
  const off = output.isTTY !== true || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  // Whether the output takes colours is decided here, by the output that is meant.
  return off ? (_, text) => text : (format, text) => styleText(format, text, { validateStream: false })
}
