import { shortMarker } from './shortMarker.js'
import { isMarker, type Fields } from './words.js'

/** The same with a short reference, where it has a marker for one: how long a reference may be is not shown. */
export function shortened(fields: Fields): Fields {
  const { reference } = fields
  return typeof reference === 'string' && isMarker(reference)
    ? { ...fields, reference: shortMarker(reference) }
    : fields
}
