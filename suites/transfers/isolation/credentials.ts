import { openSuite } from '../vocabulary/index.js'
import type { Answer, Suite } from '../vocabulary/index.js'
import { isolated, type Credentials } from './attempts.js'

const suite: Suite = openSuite()
const { scenario, observe } = suite

observe(isolated, {
  id: 'isolation.credential-header',
  clause: '5/credential-header',
  observe: (asked) =>
    credentialsOf(asked)
      .map(([name]) => name)
      .join(', ') || null,
})

observe(isolated, {
  id: 'isolation.credential-type',
  clause: '5/credential-type',
  observe: (asked) =>
    credentialsOf(asked)
      .flatMap(([, value]) => /^([A-Za-z]+) /.exec(value)?.[1] ?? [])
      .join(', ') || null,
})

/** Headers without which a request was refused that was accepted with them; their values are not those of the wire. */
function credentialsOf({ own, nobody }: Credentials): readonly (readonly [string, string])[] {
  if (!own.accepted || !nobody.refused) return []
  const without = new Set(Object.keys(nobody.exchange.request.headers))
  return Object.entries(own.exchange.request.headers).filter(([name]) => !without.has(name))
}

const open = scenario('isolation.open', async ({ target }) => {
  const [nobody, wrong] = [{ as: 'nobody' }, { as: 'wrong' }] as const
  return {
    transfers: await Promise.all([nobody, wrong].map((as) => target.transfers({ currency: 'EUR' }, as))),
    availability: await Promise.all([nobody, wrong].map((as) => target.availability({}, as))),
  }
})

for (const operation of ['transfers', 'availability'] as const)
  observe(open, {
    id: `isolation.${operation}-without-credentials`,
    clause: `5/no-credentials-${operation}`,
    observe: ({ [operation]: [nobody, wrong] }) => `without: ${told(nobody)}; with wrong ones: ${told(wrong)}`,
  })

function told(answer: Answer | undefined): string {
  if (answer === undefined) return 'not asked'
  return answer.accepted ? 'accepted' : `${answer.refused ? 'refused' : 'not told'} (${answer.describe()})`
}

export default suite
