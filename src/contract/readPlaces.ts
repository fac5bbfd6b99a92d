import { pointerTokens, readPointer, toPointer } from './jsonPointer.js'
import type { Found } from './placesIn.js'

/** Places beyond this many are not looked at: a pointer with several `*` may lead to any number. */
const mostPlaces = 10_000

/** What a pointer leads to in which `*` stands for each member or element. */
export function readPlaces<Value>(value: Value, pointer: string): readonly Found<Value>[] {
  return pointerTokens(pointer).reduce<readonly Found<Value>[]>(
    (found, token) => found.flatMap((each) => (token === '*' ? inside(each) : at(each, token))).slice(0, mostPlaces),
    [{ pointer: '', value }],
  )
}

function inside<Value>({ pointer, value }: Found<Value>): readonly Found<Value>[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name]) => at({ pointer, value }, name))
}

function at<Value>({ pointer, value }: Found<Value>, token: string): readonly Found<Value>[] {
  const step = toPointer([token])
  const found = readPointer<Value>(value, step)
  return found === undefined ? [] : [{ pointer: `${pointer}${step}`, value: found }]
}
