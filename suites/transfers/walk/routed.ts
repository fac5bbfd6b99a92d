import {
  answeredAlike,
  defaultRequest,
  demandsOf,
  escapeText,
  operationOf,
  saysNoSuchMethod,
  saysNoSuchPath,
} from '../vocabulary/index.js'
import type { Answer, OperationName, Profile, Target, WalkFault } from '../vocabulary/index.js'
import { faultOf } from './symptoms.js'

const nobodys = '00000000-0000-4000-8000-000000000000'

export interface Walker {
  readonly target: Target
  /** The documents state the operation's path: a server without it lacks the operation, and that is a finding. */
  readonly isDocumented: (name: OperationName) => boolean
}

/**
 * Does nothing where the request went to an operation of the server, however broken that is, or nobody can tell.
 * @throws WalkFault when the target answered it as it answers a path that cannot exist
 */
export async function routed(answer: Answer, { target, isDocumented }: Walker): Promise<void> {
  const name = operationOf(answer.exchange)
  if (name === null || answer.accepted || answer.status === null || answer.limited) return
  const stray = await target.stray(name)
  const isAlike = answeredAlike(answer, stray)
  if (saysNoSuchMethod(answer)) {
    if (isDocumented(name) && !isOwnPath(answer.profile, name)) return
    if (await isOfBooking(answer, name, target)) return
    throw wrongPath(answer, name, isDocumented(name), isAlike)
  }
  if (!isAlike) return
  if (await isOfBooking(answer, name, target)) return
  if (isFirst(name)) {
    const other = await otherFirst(answer, target)
    if (other === null || answeredAlike(other.answer, other.stray)) throw wrongAddress(answer)
    if (!isOwnPath(answer.profile, name)) return
  } else if (!saysNoSuchPath(answer) && !isOfProfileAlone(answer.profile, name)) {
    if (!(await tellsPathsFromIds(answer, target))) return
  }
  if (isDocumented(name) && !isOwnPath(answer.profile, name)) return
  throw wrongPath(answer, name, isDocumented(name), true)
}

/**
 * Whether an unknown booking is answered there in another way: then the path is there, and the answer was about the
 * booking. A path that is nowhere is answered alike, whatever stands in it.
 */
async function isOfBooking(answer: Answer, name: OperationName, target: Target): Promise<boolean> {
  if (isFirst(name) || name === 'reserve' || name === 'list') return false
  const unknown = await target.send(name, { id: nobodys, fields: answer.exchange.input })
  return unknown.status !== null && !unknown.limited && unknown.status < 500 && !answeredAlike(answer, unknown)
}

/** A path of the profile's own in which no booking stands: "not found" is not about one. */
function isOfProfileAlone(profile: Profile, name: OperationName): boolean {
  return (name === 'reserve' || name === 'list') && isOwnPath(profile, name)
}

function isFirst(name: OperationName): boolean {
  return name === 'availability' || name === 'transfers'
}

/** Another operation that needs no booking, asked; null: the target has none. */
async function otherFirst(
  { exchange, profile }: Answer,
  target: Target,
): Promise<{ readonly answer: Answer; readonly stray: Answer } | null> {
  if (exchange.purpose !== 'transfers' && profile.operations.transfers !== null)
    return { answer: await target.transfers(), stray: await target.stray('transfers') }
  if (profile.operations.list !== null) return { answer: await target.list(), stray: await target.stray('list') }
  return null
}

/**
 * Whether the server answers an unknown booking in another way than an unknown path; else its "not found" may be about
 * the booking. A path that the documents state shows it.
 */
async function tellsPathsFromIds({ profile }: Answer, target: Target): Promise<boolean> {
  if (profile.operations.extend === null) return false
  const unknown = await target.extend(nobodys, { expirationMinutes: 60 })
  return unknown.status === 404 && !answeredAlike(unknown, await target.stray('extend'))
}

/** True where the profile puts an operation elsewhere than octospec's default has it. */
function isOwnPath({ operations }: Profile, name: OperationName): boolean {
  const operation = operations[name]
  return operation !== null && `${operation.method} ${operation.path}` !== defaultRequest(name)
}

function wrongAddress(answer: Answer): WalkFault {
  const { request } = answer.exchange
  const what = `${request.method} ${request.url} answered HTTP ${answer.status ?? ''}, as the target answers every path`
  const isBroken = answer.status !== null && answer.status >= 500
  const header = isBroken ? undefined : headerWanted(answer)
  if (header !== undefined)
    return faultOf('header', answer, {
      what: `${what}: it wants a header`,
      there: `a refusal of everything that was asked, which names the header ${escapeText(header, 60)}`,
      write: `target: { headers: { ${escapeText(header, 60)}: ... } }, with what it takes there, beside those that are there`,
    })
  return faultOf(isBroken ? 'broken' : 'address', answer, {
    code: 'OCTOSPEC_WRONG_ADDRESS',
    what: `${what}, also one that cannot exist`,
    there: 'the same answer to everything that was asked',
    write: movedTo(answer) ?? "target: { url: ... }, the address that '/bookings' is appended to",
  })
}

/** The header that a refusal asks for, by its own words; undefined: it asks for none. */
function headerWanted({ exchange: { response } }: Answer): string | undefined {
  const wanted = demandsOf(response?.json ?? null, response?.text ?? '').find((each) => each.startsWith('header:'))
  return wanted?.slice('header:'.length)
}

/** The other address that a redirect leads to by the same path: writing it down sends the credentials there. */
function movedTo({ exchange: { purpose, request, response }, profile }: Answer): string | undefined {
  const location = response?.headers['location']
  const path = request.url.slice(profile.target.url.length)
  if (location === undefined || !URL.canParse(location, request.url)) return undefined
  const { href, origin } = new URL(location, request.url)
  if (href === `${request.url}/`)
    return `operations: { ${purpose}: { request: '${request.method} ${escapeText(path, 120)}/' } }, and so each other path, if all of them end so`
  if (path === '' || !/^https?:/.test(href) || !href.endsWith(path)) return undefined
  const line = `target: { url: '${escapeText(href.slice(0, -path.length), 200)}' }`
  const own = new URL(profile.target.url).origin
  if (origin === own) return line
  const there = escapeText(origin, 200)
  return `${line}, only if ${there} is the supplier's: it is not ${escapeText(own, 200)}, and your token would be sent there`
}

function methodsAt({ exchange }: Answer): string {
  const allowed = exchange.response?.headers['allow']
  return allowed === undefined ? '' : ` (Allow: ${escapeText(allowed, 80)})`
}

function wrongPath(answer: Answer, name: OperationName, isDocumented: boolean, isAlike: boolean): WalkFault {
  const { method, url } = answer.exchange.request
  const byDefault = defaultRequest(name)
  const own = isOwnPath(answer.profile, name)
  const key = `operations.${name}.request`
  return faultOf('path', answer, {
    what: `${method} ${url} (${name}) answered HTTP ${answer.status ?? ''}${isAlike ? ', as the target answers a path that cannot exist' : `: the path is there, but not with this method${methodsAt(answer)}`}`,
    looked: `${name} at ${escapeText(`${method} ${answer.profile.operations[name]?.path ?? ''}`, 200)} (${key}${own ? '' : ", octospec's default: the documents show none"})`,
    there: isAlike ? 'no operation of the target' : 'an operation of another method',
    write: `operations: { ${name}: { request: '${own ? byDefault : `${method} /...`}' } }${own ? ', if it is where public OCTO has it' : ', where the target has it'}; null, if it does not offer it`,
    ...(isDocumented && { server: 'only if the profile is right' }),
    remedy: `mend ${key} in the profile`,
  })
}
