import { formatPlace, looksLikeCredential } from '../../../src/suite/index.js'
import type { ContractFilling, OperationFilling } from '../../../src/suite/index.js'
import { operationNames, type OperationName } from '../operations.js'
import { openFields } from '../profile.js'
import type { TransferProfile } from '../transferProfile.js'

/** How a target fills the contract's gaps, as far as its own file says so: what it leaves to a default stays a gap. */
export function fillingOf(profile: TransferProfile): ContractFilling {
  const operations = operationNames.flatMap((name): [string, OperationFilling | null][] => {
    const filling = operationFilling(profile, name)
    return filling === undefined ? [] : [[name, filling]]
  })
  const { pricing, id, reference, notes, holdEnd, emailReceipt } = profile.booking
  const places = { id, reference, notes, holdEnd, emailReceipt }
  const booking = [
    ...Object.entries(places).map(([field, pointer]) => [field, pointer, `booking.${field}`] as const),
    ...Object.entries(pricing).map(([field, pointer]) => [field, pointer, `booking.pricing.${field}`] as const),
  ].flatMap(([field, pointer, key]) =>
    pointer !== null && profile.declared.has(key) ? [[field, pointer] as const] : [],
  )
  const availabilityId = profile.declared.has('operations.availability.availabilityId')
    ? profile.operations.availability?.availabilityId[0]
    : undefined
  const credentialHeader = Object.keys(profile.target.headers).find((name) =>
    looksLikeCredential(name, profile.redact.headers),
  )
  return {
    serverUrl: profile.target.url,
    links: { response: 'Booking', id },
    ...(credentialHeader !== undefined && { credentialHeader }),
    operations: Object.fromEntries(operations),
    fields: {
      Booking: Object.fromEntries(booking),
      ...(availabilityId !== undefined && { Availability: { availabilityId } }),
    },
  }
}

function operationFilling(profile: TransferProfile, name: OperationName): OperationFilling | null | undefined {
  const operation = profile.operations[name]
  if (operation === null) return null
  const says = (key: string): boolean => profile.declared.has(`operations.${name}.${key}`)
  const fields = openFields(name)
    .filter(says)
    .map((field) => {
      const place = operation.fields[field]
      return [field, place === undefined ? null : formatPlace(place)] as const
    })
  const filling: OperationFilling = {
    method: operation.method,
    path: operation.path,
    fields: Object.fromEntries(fields),
    ...(says('items') && { items: operation.items }),
  }
  const filled = says('request') || fields.length > 0 || 'items' in filling
  return filled ? filling : undefined
}
