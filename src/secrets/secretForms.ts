import { escapeLayers, textLayer } from './escapeLayers.js'

/** One way in which text carries a secret, escapes taken away. */
export interface SecretForm {
  readonly bytes: Uint8Array
  readonly alphabet: 'text' | 'hex' | 'base64'
  /** base64 only: what may stand before and after it that also holds bits of the secret; empty: nothing does. */
  readonly before: string
  readonly after: string
  /** Too short to be looked for inside something else: only where no base64 is around it. */
  readonly alone: boolean
}

/**
 * The forms in which text carries a secret: plain, as hex, and as base64 wherever it stands in what was encoded. Escapes of any of
 * them are the matter of the text in which they are looked for.
 */
export function secretForms(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret, 'utf8')
  const plain = { alphabet: 'text', before: '', after: '', alone: false } as const
  const texts = [bytes, ...otherReadings(secret, bytes)].map((each) => ({ ...plain, bytes: each }))
  return [...texts, { ...plain, alphabet: 'hex', bytes: Buffer.from(bytes.toString('hex')) }, ...base64Forms(bytes)]
}

/**
 * A secret that has escapes itself may come with fewer of them; one that is no ASCII may come in another letter case, which bytes do
 * not tell, or as a header gives it, whose bytes are read as Latin-1.
 */
function otherReadings(secret: string, bytes: Buffer): Uint8Array[] {
  const unescaped = [...escapeLayers(textLayer(secret))].slice(1).map((layer) => layer.bytes)
  if (bytes.length === secret.length) return unescaped
  const others = [secret.toLowerCase(), secret.toUpperCase(), bytes.toString('latin1')]
  return [...unescaped, ...others.map((each) => Buffer.from(each))]
}

/**
 * Base64 works on groups of three bytes, so a secret has three forms, by where in its group it begins. A character at either end may
 * also encode a neighbour: it is one of a few, and taken along, as it holds bits of the secret.
 */
function base64Forms(bytes: Buffer): SecretForm[] {
  const cores = [0, 1, 2].flatMap((offset) => base64Core(bytes, offset) ?? [])
  if (cores.length === 3) return cores
  const whole = Buffer.from(bytes.toString('base64').replaceAll('=', ''))
  return [...cores, { alphabet: 'base64', bytes: whole, before: '', after: '', alone: true }]
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The characters that the secret alone determines, and those that it shares; undefined where they are too few. */
function base64Core(bytes: Buffer, offset: number): SecretForm | undefined {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '')
  const bits = 8 * (offset + bytes.length)
  const whole = Math.floor(bits / 6)
  const core = encoded.slice(offset === 0 ? 0 : offset + 1, whole)
  if (core.length < 6) return undefined
  // Padding with zeros has cleared the bits of the neighbour, so any value of those may stand there.
  const before = offset === 0 ? '' : sharing(encoded.charAt(offset), offset === 1 ? 0b001111 : 0b000011)
  const after = bits % 6 === 0 ? '' : sharing(encoded.charAt(whole), bits % 6 === 2 ? 0b110000 : 0b111100)
  return { alphabet: 'base64', bytes: Buffer.from(core), before, after, alone: false }
}

/** The base64 characters that agree with one in some of its six bits. */
function sharing(character: string, mask: number): string {
  const value = alphabet.indexOf(character)
  return [...alphabet].filter((_, other) => (other & mask) === (value & mask)).join('')
}
