import type { Bindable } from '../client/bindRequest.js'
import { sentIn, type SentRequest } from '../client/sentIn.js'
import type { Service } from '../client/service.js'
import { Stop } from '../client/stop.js'
import { clockMove } from '../client/testClock.js'
import type { Json, Profile } from '../profile/profile.js'

export interface RecognisedRequest {
  readonly purpose: string
  readonly bookingId?: string
  readonly input: Readonly<Record<string, Json>>
}

/**
 * Says which operation of the profile a request is: the reverse of binding one. Where several fit, it is the one whose path says most.
 * @returns null: it is none of them
 */
export function recogniseRequest(
  request: SentRequest,
  profile: Profile,
  service: Pick<Service, 'requests'>,
): RecognisedRequest | null {
  if (!URL.canParse(request.url)) return null
  const url = new URL(request.url)
  const fitting = operationsOf(profile, service).flatMap(([purpose, operation]) => {
    const id = request.method === operation.method ? idIn(url, operation.path, profile) : undefined
    return id === undefined ? [] : [{ purpose, operation, id }]
  })
  const found = fitting.find(({ id }) => id === null) ?? fitting[0]
  if (found === undefined) return null
  const { purpose, operation, id } = found
  const sent = sentIn(request)
  const values = Object.entries(operation.fields).flatMap(([field, place]): [string, Json][] => {
    const value = sent(place)
    return value === undefined ? [] : [[field, value]]
  })
  const given = values.find(([field]) => field === 'id')?.[1]
  const bookingId = id ?? (typeof given === 'string' || typeof given === 'number' ? String(given) : undefined)
  return {
    purpose,
    ...(bookingId !== undefined && { bookingId }),
    input: Object.fromEntries(values.filter(([field]) => field !== 'id')),
  }
}

type Named = [string, Bindable]

function operationsOf(profile: Profile, { requests }: Pick<Service, 'requests'>): readonly Named[] {
  const { clock } = profile
  return [
    ...Object.entries(profile.operations).flatMap(([name, operation]): Named[] =>
      operation === null ? [] : [[name, operation]],
    ),
    ...(clock === null ? [] : [['clock', clockMove(clock)] satisfies Named]),
    ...requests.helpers.flatMap((name): Named[] => {
      try {
        return [[name, requests.helper(name, profile)]]
      } catch (error) {
        if (error instanceof Stop) return []
        throw error
      }
    }),
  ]
}

/** The id in a path; null: the path fits and has none; undefined: it does not fit. */
function idIn(url: URL, path: string, profile: Profile): string | null | undefined {
  const base = new URL(profile.target.url).pathname
  const wanted = `${base.endsWith('/') ? base.slice(0, -1) : base}${path.split('?', 1)[0] ?? ''}`.split('/')
  const there = url.pathname.split('/')
  if (wanted.length !== there.length) return undefined
  let id: string | null = null
  for (const [at, segment] of wanted.entries()) {
    const found = there[at] ?? ''
    const [before = '', after] = segment.split('{id}', 2)
    if (after === undefined) {
      if (decoded(segment) !== decoded(found)) return undefined
    } else {
      if (!found.startsWith(before) || !found.endsWith(after) || found.length <= before.length + after.length)
        return undefined
      id = decoded(found.slice(before.length, found.length - after.length))
    }
  }
  return id
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
