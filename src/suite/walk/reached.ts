import type { Answer } from '../../wire/answer.js'
import { connecting } from '../../wire/network.js'
import { isGateway } from '../../wire/again.js'
import { Stop } from '../../wire/stop.js'
import { WalkFault } from './walkFault.js'

const network = 'nothing is known of it: no answer of its own came'

/**
 * An answer of the target's own to one of the first requests.
 * @throws WalkFault when none came to the very first, when it was a gateway's, a page, or a refusal of the credentials or of any request; Stop when an
 * answer was lost further on, which says nothing of the profile: the run itself meets the target again
 * @param asked `first`: nothing is known of the target yet; `needed`: without this answer there is nothing to judge
 */
export function reached<Own extends Answer>(answer: Own, asked: 'first' | 'needed' | 'further' = 'further'): Own {
  const { exchange } = answer
  const { response, failure, request } = exchange
  const where = `${request.method} ${request.url}`
  const isFirst = asked === 'first'
  if (isFirst && answer.limited)
    throw new WalkFault({
      code: 'OCTOSPEC_RATE_LIMITED',
      what: `${where} was answered with HTTP ${answer.status ?? ''}${answer.status === 429 ? '' : ' for a limit on requests'}, however often it was sent`,
      answer,
      server: 'no: limits on requests are not documented, and a service may have its own',
      remedy:
        'wait until the target lets requests through again, or have its limit raised; limits.requestsPerSecond in the profile keeps a run within one',
    })
  if (response === null) {
    // An answer of a kind: the run itself will say what could not be tested.
    if (failure?.kind === 'rate-limited' || failure?.kind === 'too-large') return answer
    if (!isFirst) throw new Stop(`${where} got no answer`, 'run again when the target answers', answer.n)
    throw new WalkFault({
      code: 'OCTOSPEC_UNREACHABLE',
      what: `${where} got no answer: ${failure?.message ?? 'the connection failed'}`,
      answer,
      server: network,
      remedy: connecting(exchange, answer.profile.tls) ?? 'start the target, or mend target.url in the profile',
    })
  }
  if (answer.limited) return answer
  if (isGateway(response.status)) {
    if (asked === 'further')
      throw new Stop(`${where} was answered by a gateway`, 'run again when the target answers', answer.n)
    throw new WalkFault({
      code: 'OCTOSPEC_UNREACHABLE',
      what: `${where} answered HTTP ${response.status}: there is a gateway, and no service behind it`,
      answer,
      server: network,
      remedy: 'start the service, or mend target.url in the profile',
    })
  }
  if (!isFirst) return answer
  if (response.status === 401 || response.status === 403)
    throw new WalkFault({
      code: 'OCTOSPEC_CREDENTIALS_REFUSED',
      what: `${where} answered HTTP ${response.status}: the credentials were refused`,
      answer,
      write: credentialsLine(answer),
      server: 'only if the credentials are good: try them with the request above',
      remedy: 'see target.headers in the profile and the environment variables that it names',
    })
  if (isPage(response))
    throw new WalkFault({
      code: 'OCTOSPEC_NOT_AN_API',
      what: `${where} answered HTTP ${response.status} with an HTML page instead of an API's answer`,
      answer,
      write: `target: { url: ... }, the address that '${pathOf(answer)}' is appended to`,
      server: 'no: a page is no answer of a service',
      remedy: `see target.url in the profile: it must be the address that ${pathOf(answer)} is appended to`,
    })
  return answer
}

function pathOf({ exchange, profile }: Answer): string {
  return profile.operations[exchange.purpose]?.path ?? '/'
}

function isPage({ headers, text }: NonNullable<Answer['exchange']['response']>): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text ?? '')
}

function credentialsLine({ profile }: Answer): string {
  const names = profile.variables.filter(({ path }) => path[0] === 'target').map(({ name }) => name)
  const headers = Object.keys(profile.target.headers)
  if (headers.length === 0)
    return "target: { headers: { Authorization: 'Bearer ${TOKEN}' } }, as the server wants it: none is sent now"
  const variables = names.length === 0 ? '' : `, from ${names.map((name) => `\${${name}}`).join(', ')}`
  return `target: { headers: { ${headers.join(', ')}: ... } }${variables}`
}
