import { toolVersion } from '../contract/specFile.js'

export const userAgent: string = `octospec/${toolVersion()}`

/** The header by which the server's own log has the number of a request. It is sent, and not recorded. */
export const requestHeader = 'X-Octospec-Request'

export function runName(nonce: string): string {
  return nonce.replace(/[^a-z0-9]/gi, '').slice(0, 8)
}
