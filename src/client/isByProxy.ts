import { isLoopback } from '../profile/credentials.js'

/** Addresses of proxies in the environment of the process, by any of the names that undici reads. */
export function proxies(): readonly string[] {
  return ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].flatMap((name) => process.env[name] || [])
}

/** Whether the environment names a proxy for an origin, as undici's `EnvHttpProxyAgent` reads it. */
export function isByProxy(origin: string): boolean {
  const url = new URL(origin)
  return proxyFor(url.protocol) !== '' && !isLoopback(origin) && !isWithout(url)
}

/** What is set to nothing counts as set: in lower case it outdoes the same name in capitals. */
function proxyFor(protocol: string): string {
  const { env } = process
  const plain = env['http_proxy'] ?? env['HTTP_PROXY'] ?? ''
  return protocol === 'https:' ? (env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '') || plain : plain
}

function isWithout({ protocol, host, port }: URL): boolean {
  const listed = process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? ''
  // Among others it is a name like any.
  if (listed === '*') return true
  const ownPort = Number(port) || (protocol === 'https:' ? 443 : 80)
  // An address of IPv6 keeps its brackets.
  const name = (port === '' ? host : host.slice(0, -port.length - 1)).toLowerCase()
  return listed.split(/[,\s]/).some((entry) => {
    if (entry === '') return false
    const at = /:\d+$/.exec(entry)?.index || entry.length
    const onlyPort = Number(entry.slice(at + 1))
    const named = entry
      .slice(0, at)
      .replace(/^\*?\./, '')
      .toLowerCase()
    return (onlyPort === 0 || onlyPort === ownPort) && (name === named || name.endsWith(`.${named}`))
  })
}
