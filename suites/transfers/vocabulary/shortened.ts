import { isMarker, type Fields } from './words.js'

/** What a reference is cut to where longer ones are refused: of a marker, what tells it from others of the run. */
const short = 8

/** The same with a short reference, where it has a marker for one: how long a reference may be is not shown. */
export function shortened(fields: Fields): Fields {
  const { reference } = fields
  return typeof reference === 'string' && isMarker(reference)
    ? { ...fields, reference: reference.slice(-short) }
    : fields
}
