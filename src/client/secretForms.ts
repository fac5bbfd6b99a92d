/** Shorter values are redacted only in the header they belong to: anywhere else they would wreck the body. */
export const shortestSecret = 4

const base64Character = '[A-Za-z0-9+/_-]'
const controls: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }
const named: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/**
 * Source of a regular expression that finds a secret in every form in which text carries one: plain, percent-encoded (each
 * character by itself, any case, also twice), with JSON or HTML escapes, as hex, and as base64 or base64url wherever it stands
 * in what was encoded.
 */
export function secretForms(secret: string): string {
  const bytes = Buffer.from(secret, 'utf8')
  const hex = [...bytes.toString('hex')].map(anyCase).join('')
  return [spelled(secret), hex, ...base64Forms(bytes)].join('|')
}

/** The text in which any character may be escaped. */
export function spelled(text: string): string {
  return [...text].map((character) => `(?:${spellings(character).join('|')})`).join('')
}

// Repetitions are bounded: a target could send a megabyte of backslashes.
function spellings(character: string): string[] {
  const bytes = [...Buffer.from(character, 'utf8')]
  const point = character.codePointAt(0) ?? 0
  const units = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  )
  const ways = [
    literal(character),
    bytes.map((byte) => `%(?:25){0,4}${[...byte.toString(16).padStart(2, '0')].map(anyCase).join('')}`).join(''),
    units.map((unit) => `\\\\{1,8}u${[...unit].map(anyCase).join('')}`).join(''),
    `&#0{0,4}${point};`,
    `&#[xX]0{0,4}${[...point.toString(16)].map(anyCase).join('')};`,
  ]
  if (character === ' ') ways.push('\\+')
  const control = controls[character]
  if (control !== undefined) ways.push(`\\\\{1,8}${control}`)
  if ('"\\/'.includes(character)) ways.push(`\\\\{1,8}${literal(character)}`)
  const name = named[character]
  if (name !== undefined) ways.push(`&${name};`)
  return ways
}

/**
 * Base64 works on groups of three bytes, so a secret has three forms, by where in its group it begins. A character at either end may
 * also encode a neighbour: it is one of a few, and taken along, as it holds bits of the secret.
 */
function base64Forms(bytes: Buffer): string[] {
  const forms: string[] = []
  for (const { before, core, after } of base64Cores(bytes)) {
    const first = before === '' ? '' : oneOf(before)
    const last = after === '' ? '' : `${oneOf(after)}?`
    forms.push(`${first}${[...core].map(base64Spelled).join('')}${last}`)
  }
  // Too short to be looked for inside something else: only where it stands alone.
  if (forms.length < 3) {
    const alone = [...bytes.toString('base64').replaceAll('=', '')].map(base64Spelled).join('')
    forms.push(`(?<!${base64Character})${alone}(?!${base64Character})`)
  }
  return forms
}

interface Base64Core {
  /** What the character before may be; empty: the form begins with a whole character. */
  readonly before: string
  /** The characters that the secret alone determines. */
  readonly core: string
  readonly after: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function base64Cores(bytes: Buffer): Base64Core[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const bits = 8 * (offset + bytes.length)
    const whole = Math.floor(bits / 6)
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, whole)
    if (core.length < 6) return []
    // Padding with zeros has cleared the bits of the neighbour, so any value of those may stand there.
    const before = offset === 0 ? '' : sharing(encoded.charAt(offset), offset === 1 ? 0b001111 : 0b000011)
    const after = bits % 6 === 0 ? '' : sharing(encoded.charAt(whole), bits % 6 === 2 ? 0b110000 : 0b111100)
    return [{ before, core, after }]
  })
}

/** The base64 characters that agree with one in some of its six bits. */
function sharing(character: string, mask: number): string {
  const value = alphabet.indexOf(character)
  return [...alphabet].filter((_, other) => (other & mask) === (value & mask)).join('')
}

/**
 * A quick test that never misses: false when a text surely carries the secret in no form that `secretForms` finds.
 * Most texts hold no character that could begin an escape, and then only a few literal forms are possible.
 */
export function screenFor(secrets: readonly string[]): (text: string) => boolean {
  const shortest = Math.min(...secrets.map((secret) => secret.length))
  const forms = secrets.flatMap((secret) => {
    const bytes = Buffer.from(secret, 'utf8')
    const cores = base64Cores(bytes).map(({ core }) => core)
    const encoded = cores.length < 3 ? [...cores, bytes.toString('base64').replaceAll('=', '')] : cores
    return [...[secret, ...encoded].map(unescaped), [...bytes.toString('hex')].map(anyCase).join('')]
  })
  const held = new RegExp(forms.join('|'))
  return (text) => text.length >= shortest && (/[%\\&]/.test(text) || held.test(text))
}

/** A text in both base64 alphabets, and with a space that may be sent as `+`. */
function unescaped(text: string): string {
  return literal(text)
    .replaceAll(/\\?[-+ ]/g, '[-+ ]')
    .replaceAll(/\\\/|_/g, '[/_]')
}

/** One of several base64 characters, or any that is escaped. */
function oneOf(characters: string): string {
  const both = `${characters}${characters.includes('+') ? '-' : ''}${characters.includes('/') ? '_' : ''}`
  return `(?:[${literal(both)}]|%(?:25){0,4}[0-9a-fA-F]{2}|\\\\{1,8}(?:/|u00[0-9a-fA-F]{2}))`
}

function base64Spelled(character: string): string {
  if (character === '+') return `(?:${spelled('+')}|-)`
  if (character === '/') return `(?:${spelled('/')}|_)`
  return `(?:${spellings(character).join('|')})`
}

function anyCase(character: string): string {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()]
  return lower === upper ? lower : `[${lower}${upper}]`
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
