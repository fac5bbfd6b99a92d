// A server takes a field elsewhere than octospec writes it, and the profile sets no place: nothing fails for it.
import { expect, test } from 'vitest'
import type { Transport, WireRequest } from '../wire/transport.js'
import { isMap } from '../profile/jsonMap.js'
import type { Json, Place } from '../profile/profile.js'
import { openFields } from '../../suites/transfers/profile.js'
import { operationNames } from '../../suites/transfers/operations.js'
import { referenceProfile, runOnReference } from './runOnReference.js'

const { operations } = await referenceProfile('default', 'http://127.0.0.1:1')

const fields = operationNames.flatMap((name) =>
  openFields(name).flatMap((field) => {
    const { method, path, fields: places } = operations[name] ?? {}
    const place = places?.[field]
    const meant = new RegExp(`^${method ?? ''} ${path?.replace('{id}', '[^/?]+') ?? ''}(\\?|$)`)
    return place === undefined ? [] : [{ key: `operations.${name}.${field}`, meant, place }]
  }),
)

/** A wire on which these fields never reach the target. */
function losing(lost: readonly (typeof fields)[number][]): (wire: Transport) => Transport {
  return (wire) => ({
    close: () => wire.close(),
    send: (request, signal) =>
      wire.send(
        lost
          .filter(({ meant }) => meant.test(`${request.method} ${request.path}`))
          .reduce((rest, { place }) => without(rest, place), request),
        signal,
      ),
  })
}

function without(request: WireRequest, place: Place): WireRequest {
  if (place.in === 'query') {
    const [path = '', query] = request.path.split('?')
    const rest = new URLSearchParams(query)
    rest.delete(place.name)
    return { ...request, path: `${path}?${rest.toString()}` }
  }
  const body = parsed(request.body)
  if (place.in !== 'body' || !isMap(body)) return request
  const rest = Object.entries(body).filter(([name]) => `/${name}` !== place.pointer)
  return { ...request, body: JSON.stringify(Object.fromEntries(rest)) }
}

/** The body; undefined: it is none, or no JSON, as some are sent to see what becomes of them. */
function parsed(body: string | undefined): Json | undefined {
  try {
    // What JSON.parse gives is JSON.
    return body === undefined ? undefined : (JSON.parse(body) as Json)
  } catch {
    return undefined
  }
}

const keys = fields.map(({ key }) => key)

test('a target that does not know the default places which its profile does not declare fails nothing', async () => {
  const { report } = await runOnReference({
    through: losing(fields),
    undeclared: [...keys, 'booking.emailReceipt'],
    plan: { effort: 'low' },
  })
  const untested = report.checks.filter(({ outcome }) => outcome === 'untested')
  expect(untested.length).toBeGreaterThan(0)
  expect(report.checks.filter(({ outcome }) => ['fail', 'warn', 'error'].includes(outcome))).toEqual([])
})

test('where a target knows every default place, the answers show it, and nothing is left untested', async () => {
  const { report } = await runOnReference({ undeclared: keys, plan: { effort: 'low' } })
  expect(report.checks.filter(({ outcome }) => !['pass', 'not-applicable'].includes(outcome))).toEqual([])
})
