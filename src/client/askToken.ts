import type { TokenRequest } from '../profile/profile.js'
import { isJsonObject } from '../contract/jsonObject.js'
import { escapeText } from '../contract/escapeText.js'
import { NoToken } from './noToken.js'
import { tokenOf, type Token } from './token.js'
import type { Transport } from './transport.js'
import { userAgent } from './userAgent.js'

/**
 * Asks for a token by client credentials (RFC 6749, section 4.4). No redirect is followed: the secret goes to the one address that the
 * profile names. Nothing of the answer is quoted but its error code.
 * @throws NoToken
 */
export async function askToken(
  { url, clientId, clientSecret, scope, audience, auth }: TokenRequest,
  wire: Transport,
  signal?: AbortSignal,
): Promise<Token> {
  const { origin, pathname, search } = new URL(url)
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scope !== undefined) form.set('scope', scope)
  if (audience !== undefined) form.set('audience', audience)
  if (auth === 'body') {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
  }
  const headers: (readonly [string, string])[] = [
    ['accept', 'application/json'],
    ['accept-encoding', 'identity'],
    ['user-agent', userAgent],
    ['content-type', 'application/x-www-form-urlencoded'],
  ]
  // Both are form-encoded first (RFC 6749, section 2.3.1).
  const pair = [clientId, clientSecret].map((each) => new URLSearchParams({ '': each }).toString().slice(1)).join(':')
  if (auth === 'basic') headers.push(['authorization', `Basic ${Buffer.from(pair).toString('base64')}`])
  const request = { method: 'POST', origin, path: `${pathname}${search}`, headers, body: form.toString() }
  const result = await wire.send(request, signal)
  if ('failure' in result) throw new NoToken(`no token came from ${origin}: ${result.failure.message}`)
  const { status, json } = result.response
  const said = isJsonObject(json) ? json : {}
  const { error, access_token: value, expires_in: seconds } = said
  if (status < 200 || status > 299) {
    // A code of RFC 6749, section 5.2: anything longer is none, and may repeat what was sent.
    const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` ${escapeText(error, 40)}` : ''
    throw new NoToken(`${origin} gave no token: HTTP ${status}${code}`)
  }
  const token = tokenOf(value, seconds)
  if (token === null) throw new NoToken(`${origin} answered HTTP ${status}, and no access_token that can be sent`)
  return token
}
