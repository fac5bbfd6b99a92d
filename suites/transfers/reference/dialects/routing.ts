import { contract } from '../../contract/contract.js'
import { operationNames, type OperationName } from '../../operations.js'
import type { Dialect, Route } from './dialect.js'
import { decodeSegment } from './rename.js'

type Place = Exclude<Route, { readonly to: 'wrong method' | 'nowhere' }>

/**
 * Finds where a request goes by its method and path, `PUT /bookings/{id}`.
 * @param own where operations are that are not where the contract has them
 * @param besides what else there is
 */
export function routing(
  own: Readonly<Partial<Record<OperationName, string>>>,
  besides: Readonly<Record<string, Place>>,
): Dialect['route'] {
  const performed = operationNames.map((name): [string, Place] => [
    own[name] ?? contract.operations.find(({ id }) => id === name)?.request ?? '',
    { to: 'operation', operation: name },
  ])
  const places = [...performed, ...Object.entries(besides)].map(([request, place]) => {
    const [method, path = ''] = request.split(' ')
    return { method, path, place }
  })
  const withId = places.flatMap((each) => {
    const [before = '', after] = each.path.split('{id}')
    return after === undefined ? [] : [{ ...each, pattern: new RegExp(`^${before}([^/]+)${after}$`) }]
  })
  return (method, path) => {
    const named = places.filter((each) => each.path === path)
    if (named.length > 0) return named.find((each) => each.method === method)?.place ?? { to: 'wrong method' }
    const ofBooking = withId.filter(({ pattern }) => pattern.test(path))
    const id = decodeSegment(ofBooking[0]?.pattern.exec(path)?.[1] ?? '')
    if (ofBooking.length === 0 || id === undefined) return { to: 'nowhere' }
    const found = ofBooking.find((each) => each.method === method)
    return found === undefined ? { to: 'wrong method' } : { ...found.place, id }
  }
}
