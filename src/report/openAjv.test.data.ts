import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

/** Takes schemas of older drafts, which are not written for it. */
export function openAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, validateSchema: false })
  addFormats.default(ajv)
  return ajv
}
