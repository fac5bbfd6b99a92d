import { styleText } from 'node:util'
import type { Io, Output } from '../io.js'

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export type Style = (format: Format, text: string) => string

export function styleFor(output: Output, env: Io['env']): Style {
  const off = output.isTTY !== true || isPlain(env)
  // Whether the output takes colours is decided here, by the output that is meant.
  return off ? (_, text) => text : (format, text) => styleText(format, text, { validateStream: false })
}

/** Asked for by NO_COLOR, and by a terminal that says it is dumb: nothing but lines of text, which a screen reader reads once and in order. */
export function isPlain(env: Io['env']): boolean {
  return (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
}
