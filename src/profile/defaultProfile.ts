import { readFileSync } from 'node:fs'
import { specFile } from '../contract/specFile.js'
import { valueAt } from './mergeProfile.js'
import type { Json } from './profile.js'
import { yamlSource } from './yamlSource.js'

let value: Json | undefined

/** What octospec assumes of a target until its profile says otherwise, as `spec/transfers/profiles/default.yaml` has it. */
export function defaultProfile(): Json {
  if (value !== undefined) return value
  const file = specFile('transfers/profiles/default.yaml')
  const source = yamlSource(file, readFileSync(file, 'utf8'))
  if (source.problems.length > 0)
    throw new Error(
      `octospec's own default profile is broken: ${source.problems.map(({ message }) => message).join('; ')}`,
    )
  return (value = source.value)
}

/** Where octospec assumes an operation, such as `GET /bookings`. */
export function defaultRequest(name: string): string {
  const request = valueAt(defaultProfile(), ['operations', name, 'request'])
  return typeof request === 'string' ? request : ''
}
