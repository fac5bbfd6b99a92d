import { openSuite, type Answer, type Suite } from '../vocabulary/index.js'
import { transfers, type AskedTransfers } from '../quote/scenario.js'

const suite: Suite = openSuite()
const { observe } = suite

observe(transfers, {
  id: 'capability.version-identifiers',
  clause: '9/version-identifiers',
  observe: (data) => headersLike(data, /version/) ?? 'no header of the answers names a version',
})

observe(transfers, {
  id: 'capability.compatibility-policy',
  clause: '9/compatibility-policy',
  observe: (data) => headersLike(data, /^(deprecation|sunset)$/) ?? 'no header of the answers announces a change',
})

function headersLike({ usd, base }: AskedTransfers, name: RegExp): string | null {
  const headers = [usd, base].flatMap((answer: Answer) => Object.entries(answer.exchange.response?.headers ?? {}))
  const found = headers.filter(([header]) => name.test(header)).map(([header, value]) => `${header}: ${value}`)
  return found.length === 0 ? null : [...new Set(found)].slice(0, 4).join(', ')
}

export default suite
