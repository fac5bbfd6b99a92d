import type { Path } from './yamlSource.js'

/**
 * True for the path of a payload: something that goes to the target as it is, so that its keys are the target's own.
 * The payloads of an operation replace the defaults' as a whole.
 */
export function isPayload(path: Path): boolean {
  const [first, second, third] = path
  if (first === 'target' || first === 'otherReseller') return path.length === 2 && second === 'headers'
  if (path.length !== 3) return false
  if (first === 'operations') return third === 'headers' || third === 'query' || third === 'body'
  return first === 'bookable' && (third === 'availability' || third === 'reserve')
}
