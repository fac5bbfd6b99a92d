import { isMap, readPlaces, type Json } from '../vocabulary/index.js'

/** The bookings of a list, where a draft says that they stand; null: there is no list. */
export function itemsIn(json: Json | undefined, items: string): readonly Json[] | null {
  const found = readPlaces<Json>(json ?? null, items).map(({ value }) => value)
  if (items.includes('/*') && found.every((each) => isMap(each))) return found
  return found.some((each) => Array.isArray(each)) ? found.flatMap((each) => (Array.isArray(each) ? each : [])) : null
}
