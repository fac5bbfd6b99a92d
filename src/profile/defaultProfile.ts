import { readSpec } from '../contract/readSpec.js'
import { valueAt } from './mergeProfile.js'
import type { Json } from './profile.js'

let value: Json | undefined

/** What octospec assumes of a target until its profile says otherwise, as `spec/transfers/profiles/default.yaml` has it. */
export function defaultProfile(): Json {
  // What YAML gives without tags of its own is JSON.
  return (value ??= readSpec('transfers/profiles/default.yaml') as Json)
}

/** Where octospec assumes an operation, such as `GET /bookings`. */
export function defaultRequest(name: string): string {
  const request = valueAt(defaultProfile(), ['operations', name, 'request'])
  return typeof request === 'string' ? request : ''
}
