import type { Json } from '../profile/profile.js'

/**
 * 502 to 504; 408, which says that the request did not come through whole, and is left to whoever stands in front; 511, which a network
 * answers that wants a login first, and no origin server (RFC 6585); 520 to 527 and 530 of Cloudflare, 598 and 599 of other proxies.
 */
const statuses: ReadonlySet<number> = new Set([
  408, 502, 503, 504, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530, 598, 599,
])

/** Whether a status is what a gateway answers while nothing behind it does: whether that performed the request is not told. */
export function isGateway(status: number): boolean {
  return statuses.has(status)
}

/**
 * Whether an answer may be a gateway's: by its status, or as another server error without JSON. A target that broke down answers so
 * as well. 501 alone says of a method that there is none.
 */
export function mayBeOfGateway({ status, json }: { readonly status: number; readonly json?: Json }): boolean {
  return isGateway(status) || (status >= 500 && status !== 501 && (typeof json !== 'object' || json === null))
}
