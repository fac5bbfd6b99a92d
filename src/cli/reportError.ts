import { escapeText } from '../contract/escapeText.js'
import { errorCodes, isErrorCode, type ErrorCodeName } from './errorCodes.js'
import { RunError } from '../judge/runError.js'
import type { Io } from './io.js'
import { faultOf } from '../contract/faultOf.js'
import { messageOf } from '../contract/messageOf.js'

/** A profile may have more places that are wrong than anyone reads. */
const mostLines = 200

/** Says what ended a command, without a stack, and gives the exit code. */
export function reportError(error: unknown, { stderr, env, secrets }: Io): number {
  const code = codeOf(error)
  const { why, remedy } = errorCodes[code]
  const own = code === 'OCTOSPEC_INTERNAL' ? faultOf(error) : messageOf(error)
  const [first = '', ...more] = linesOf(secrets.text(own))
  // A profile has many places to name; each stands on a line of its own, ready to be clicked.
  const places = more.length > 0 && !(error instanceof RunError)
  const what = [...(places ? [''] : []), first, ...more].join('\n  ')
  const todo = memberOf(error, 'remedy') ?? remedy
  stderr.write(
    `error ${code}:${what.startsWith('\n') ? '' : ' '}${what}\n  ${why}\n  do: ${linesOf(secrets.text(todo)).join(' ')}\n`,
  )
  if (env['OCTOSPEC_DEBUG'] === '1' && error instanceof Error)
    stderr.write(`${linesOf(secrets.text(error.stack ?? '')).join('\n')}\n`)
  return exitOf(error)
}

export function exitOf(error: unknown): number {
  const given = typeof error === 'object' && error !== null && 'exit' in error ? error.exit : undefined
  return typeof given === 'number' ? given : errorCodes[codeOf(error)].exit
}

/** Of what is said, as much as can be read; before it is cut, secrets have been taken out. */
function linesOf(text: string): string[] {
  return text.split('\n', mostLines).map((line) => escapeText(line, 2000))
}

function codeOf(error: unknown): ErrorCodeName {
  const code = memberOf(error, 'code')
  // The reference service is a layer of its own and has its own word for it.
  if (code === 'E_UNKNOWN_NAME') return 'OCTOSPEC_UNKNOWN_NAME'
  return isErrorCode(code) ? code : 'OCTOSPEC_INTERNAL'
}

function memberOf(error: unknown, name: 'code' | 'remedy'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
