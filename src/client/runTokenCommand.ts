import { exec } from 'node:child_process'
import { systemCode } from '../contract/systemCode.js'
import { NoToken } from './noToken.js'
import { tokenOf, type Token } from './token.js'

const timeout = 60_000
const maxBuffer = 64 * 1024

/**
 * Runs a command of the user's own, which prints a token: the token alone, or `{"access_token": ..., "expires_in": ...}`. What it says
 * beside that is shown to nobody: it may hold secrets.
 * @param variable that holds the command, for messages
 * @throws NoToken
 */
export async function runTokenCommand(command: string, variable: string, signal?: AbortSignal): Promise<Token> {
  const printed = await new Promise<string>((resolve, reject) => {
    const options = { timeout, maxBuffer, encoding: 'utf8', ...(signal !== undefined && { signal }) } as const
    const child = exec(command, options, (error, stdout) => {
      if (error === null) resolve(stdout.trim())
      else
        reject(
          new NoToken(
            `the command of ${variable} failed: ${error.killed === true ? 'it took too long' : `exit ${error.code ?? systemCode(error) ?? 'unknown'}`}`,
          ),
        )
    })
    // It asks nobody.
    child.stdin?.end()
  })
  const token = printed.startsWith('{') ? fromJson(printed) : tokenOf(printed, undefined)
  if (token === null) throw new NoToken(`the command of ${variable} printed no token that can be sent`)
  return token
}

function fromJson(printed: string): Token | null {
  try {
    const said: unknown = JSON.parse(printed)
    if (typeof said !== 'object' || said === null) return null
    return tokenOf(Reflect.get(said, 'access_token') ?? Reflect.get(said, 'token'), Reflect.get(said, 'expires_in'))
  } catch {
    return null
  }
}
