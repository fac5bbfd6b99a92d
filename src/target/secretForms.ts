/** Shorter values are redacted only in the header they belong to: anywhere else they would wreck the body. */
export const shortestSecret = 4

const base64Character = '[A-Za-z0-9+/_-]'
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

function spellings(character: string): string[] {
  const bytes = [...Buffer.from(character, 'utf8')]
  const point = character.codePointAt(0) ?? 0
  const units = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  )
  const ways = [
    literal(character),
    bytes.map((byte) => `%(?:25)*${[...byte.toString(16).padStart(2, '0')].map(anyCase).join('')}`).join(''),
    units.map((unit) => `\\\\+u${[...unit].map(anyCase).join('')}`).join(''),
    `&#0*${point};`,
    `&#[xX]0*${[...point.toString(16)].map(anyCase).join('')};`,
  ]
  if (character === ' ') ways.push('\\+')
  if ('"\\/'.includes(character)) ways.push(`\\\\+${literal(character)}`)
  const name = named[character]
  if (name !== undefined) ways.push(`&${name};`)
  return ways
}

/**
 * Base64 works on groups of three bytes, so a secret has three forms, by where in its group it begins. Characters at its ends that
 * also encode a neighbour cannot be known; they are taken along, as they hold bits of the secret.
 */
function base64Forms(bytes: Buffer): string[] {
  const forms: string[] = []
  for (const offset of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const bits = 8 * (offset + bytes.length)
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor(bits / 6))
    if (core.length < 6) continue
    const before = offset === 0 ? '' : `${base64Character}?`
    const after = bits % 6 === 0 ? '' : `${base64Character}?`
    forms.push(`${before}${[...core].map(base64Spelled).join('')}${after}`)
  }
  // Too short to be looked for inside something else: only where it stands alone.
  if (forms.length < 3) {
    const alone = [...bytes.toString('base64').replaceAll('=', '')].map(base64Spelled).join('')
    forms.push(`(?<!${base64Character})${alone}(?!${base64Character})`)
  }
  return forms
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
