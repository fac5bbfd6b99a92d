import { isJsonObject, isSuccessFlag, type Json } from '../vocabulary/index.js'

const errorName = /^(errors?|fault|failure|exception|problem|violations)$|^error[_-]?(code|message|description|type)$/i
const codeName = /^(code|title|type|result|outcome|status|reason)$/i
const refusing =
  /(^|[^a-z])(no|not|invalid|unknown|missing|refused|rejected|denied|forbidden|failed|failure|error|unable|cannot|conflict|taken|expired|closed)([^a-z]|$)/i
/** Lowest status that is an error, where a body repeats it. */
const lowest = 400

/**
 * Whether a body says that something went wrong: by what its members are called, by a flag, by a code in words or numbers. A message
 * alone may say as well that all is done.
 */
export function saysError(json: Json | undefined): boolean {
  if (!isJsonObject(json)) return false
  return Object.entries(json).some(([name, value]) => {
    if (value === null || value === '' || value === undefined) return false
    if (errorName.test(name)) return value !== false && !(Array.isArray(value) && value.length === 0)
    if (isSuccessFlag(name)) return value === false
    if (/^(status(code)?|code)$/i.test(name) && typeof value === 'number') return value >= lowest
    return codeName.test(name) && typeof value === 'string' && refusing.test(value.replaceAll('_', ' '))
  })
}
