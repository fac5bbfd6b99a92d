/** The component schema of `spec/transfers/openapi.yaml` behind each kind of payload. */
const schemaNames = {
  transfer: 'Transfer',
  location: 'Location',
  option: 'TransferOption',
  vehicle: 'Vehicle',
  cancellationPolicyEntry: 'CancellationPolicyEntry',
  pricing: 'Pricing',
  availability: 'Availability',
  booking: 'Booking',
  bookingPricing: 'BookingPricing',
  bookingList: 'BookingList',
  transfersRequest: 'TransfersRequest',
  reserveRequest: 'ReserveRequest',
  extendRequest: 'ExtendRequest',
  confirmRequest: 'ConfirmRequest',
  cancelRequest: 'CancelRequest',
  updateRequest: 'UpdateRequest',
} as const

/** What a payload can be held to. */
export type ContractKind = keyof typeof schemaNames

/** Every kind, for what goes through all of them. */
export const contractKinds: readonly ContractKind[] = Object.keys(schemaNames)
  // The keys of a constant of this module.
  .map((name) => name as ContractKind)

/** The reference of the kind's schema inside the contract. */
export function schemaRef(kind: ContractKind): string {
  return `#/components/schemas/${schemaNames[kind]}`
}

/** `pricing` and `bookingPricing` exist in the document with the overlay alone. */
export function onlyWithPricing(kind: ContractKind): boolean {
  return kind === 'pricing' || kind === 'bookingPricing'
}
