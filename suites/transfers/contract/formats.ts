import type { DocumentFormats } from '../../../src/suite/index.js'

const extended = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|\+00(?::00)?)$/
const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?(?:Z|\+00(?:00)?)$/

/**
 * The moment that an ISO 8601 UTC timestamp names, in milliseconds since 1970, or `undefined` for any other text.
 *
 * Takes the extended (`2027-03-01T09:30:00Z`) and basic form (`20270301T093000Z`). Seconds are optional, with any
 * number of digits after a dot or comma. UTC only: `Z`, `+00:00` (basic: `+0000`) or `+00`. The date must exist.
 */
export function parseUtcTimestamp(text: string): number | undefined {
  const match = extended.exec(text) ?? basic.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const leapSecond = second === 60 && hour === 23 && minute === 59
  if (hour > 23 || minute > 59 || (second > 59 && !leapSecond)) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const milliseconds = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000)
  return date.setUTCHours(hour, minute, second, milliseconds)
}

/** Tells an ISO 8601 UTC timestamp: {@link parseUtcTimestamp}. Clauses `2.1/utc-created-at`, `2.1/utc-expires-at`. */
export function isUtcTimestamp(text: string): boolean {
  return parseUtcTimestamp(text) !== undefined
}

/** True for a UUID of five groups of hexadecimal digits, in any case and of any version (`2.3/option-id-uuid`). */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
}

/** True for an absolute http(s) URL, as browsers read it, or a data URL: both give an image (`2.3/vehicle-image`). */
export function isUrl(text: string): boolean {
  return /^(https?|data):/i.test(text) && URL.canParse(text)
}

/** The contract's formats, as the documents mean them. Standard ones allow local times, URNs of UUIDs, any scheme. */
export const formats: DocumentFormats = {
  'date-time': {
    words: 'ISO 8601 UTC timestamp',
    validate: isUtcTimestamp,
    pattern: '^\\d{4}-?\\d\\d-?\\d\\dT\\d\\d:?\\d\\d.*(Z|\\+00(:?00)?)$',
    ways: timestamps,
  },
  uuid: {
    words: 'UUID',
    validate: isUuid,
    pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    ways: (id) => [id, id.toUpperCase()],
  },
  uri: { words: 'URL', validate: isUrl, pattern: '^([hH][tT][tT][pP][sS]?|[dD][aA][tT][aA]):', ways: (url) => [url] },
}

/** One moment, given in UTC, with every form of the offset and of what is smaller than a minute. */
function timestamps(moment: string): readonly string[] {
  const [minute, second] = [moment.slice(0, 16), moment.slice(0, 19)]
  return ['Z', '+00:00', '+00'].flatMap((offset) =>
    [minute, second, `${second}.123`, `${second},5`, `${second}.123456789`].map((time) => time + offset),
  )
}
