import { createHash, randomBytes } from 'node:crypto'

const name = 'octo'
const nonceLength = 8
const codeLength = 4

/**
 * A text for notes, references and reasons, unique to a run, a scenario and a purpose. It has 20 letters and digits
 * without spaces, so a target that takes any text takes it. It begins with what marks the run.
 */
export function markerOf(nonce: string, scenario: string, what: string): string {
  return `${beginning(nonce)}${code(scenario)}${code(what)}`
}

/** Whether a text has a marker of this run in it, in any letter case and spacing, and with anything around it. */
export function isOfRun(text: string, nonce: string): boolean {
  return plain(text).includes(plain(beginning(nonce)))
}

export function isMarker(text: string): boolean {
  return text.length >= name.length + nonceLength + 2 * codeLength && /octo[a-z0-9]{16}/.test(plain(text))
}

/** Whether a text has this marker in it, whatever a target has made of it; never, where that is no marker. */
export function carries(text: string, marker: string): boolean {
  return isMarker(marker) && plain(text).includes(plain(marker))
}

export function isOfScenario(text: string, scenario: string): boolean {
  const found = plain(text)
  const wanted = code(scenario)
  for (let at = found.indexOf(name); at >= 0; at = found.indexOf(name, at + 1))
    if (found.startsWith(wanted, at + name.length + nonceLength)) return true
  return false
}

function beginning(nonce: string): string {
  return `${name}${nonce
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, nonceLength)
    .padEnd(nonceLength, '0')}`
}

const codes = new Map<string, string>()
const mostCodes = 2000

function code(text: string): string {
  const known = codes.get(text)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(text).digest().readUIntBE(0, 6)
  const made = digest.toString(36).padStart(codeLength, '0').slice(-codeLength)
  if (codes.size < mostCodes) codes.set(text, made)
  return made
}

function plain(text: string): string {
  return text.replace(/\s/g, '').toLowerCase()
}

/** Where the nonce of a run comes from: what makes its idempotency keys and pseudonyms differ from another run's. */
export interface NonceSource {
  nonce(): string
}

export const systemNonce: NonceSource = { nonce: () => randomBytes(8).toString('hex') }

/** An idempotency key in the form of a UUID of version 4 that follows from run, scenario and counter. */
export function idempotencyKey(nonce: string, scenario: string, counter: number): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([nonce, scenario, counter]))
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
