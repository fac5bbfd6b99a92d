import type { Exchange } from './exchange.js'

/**
 * One line for a POSIX shell that sends the request of an exchange again. A secret becomes its variable
 * (`"$OCTO_TOKEN"`). All else is quoted, so nothing that a target said can run or expand. The line is printable ASCII
 * and ordinary text: control and direction characters of a body go through `printf`.
 */
export function curlOf(exchange: Exchange): string {
  const { method, url, headers, body, placeholders = [] } = exchange.request
  const quoted = (text: string): string => quote(text, placeholders)
  const parts = ['curl -sS -g --path-as-is']
  if (method === 'HEAD') parts.push('-I')
  else parts.push(`-X ${quoted(method)}`)
  parts.push(quoted(url))
  for (const [name, value] of Object.entries(headers)) {
    // curl takes `name:` as "do not send it"; an empty header is `name;`.
    parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`)
  }
  if (body === undefined) return parts.join(' ')
  if (!unsafe.test(body)) return `${parts.join(' ')} --data-raw ${quoted(body)}`
  return `printf %b ${quoted(octal(body))} | ${parts.join(' ')} --data-binary @-`
}

// Controls, line and paragraph separators, direction and zero-width characters, tags, halves of surrogate pairs.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const eachUnsafe = new RegExp(unsafe.source, 'gu')

function octal(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(eachUnsafe, (found) => bytesAs(found, '\\0', 8))
}

function bytesAs(text: string, mark: string, radix: 8 | 16): string {
  const width = radix === 8 ? 3 : 2
  return [...Buffer.from(text)].map((byte) => `${mark}${byte.toString(radix).padStart(width, '0')}`).join('')
}

function quote(text: string, placeholders: readonly string[]): string {
  const pieces: string[] = []
  let rest = 0
  for (const match of text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\[redacted:([A-Za-z_][A-Za-z0-9_]*)\]/g)) {
    const name = match[1] ?? match[2] ?? ''
    if (!placeholders.includes(name)) continue
    if (match.index > rest) pieces.push(single(text.slice(rest, match.index)))
    pieces.push(`"$${name}"`)
    rest = match.index + match[0].length
  }
  if (rest < text.length || pieces.length === 0) pieces.push(single(text.slice(rest)))
  return pieces.join('')
}

function single(text: string): string {
  // A URL or header holds no such character; should one get there, it is shown and not sent.
  const shown = text.replace(eachUnsafe, (found) => bytesAs(found, '%', 16))
  return `'${shown.replaceAll("'", "'\\''")}'`
}
