import type { Exchange, Operation, Profile } from '../../src/suite/index.js'

/** The operations of section 4, by the names octospec uses for them. */
export const operationNames = [
  'transfers',
  'availability',
  'reserve',
  'extend',
  'confirm',
  'update',
  'cancel',
  'get',
  'list',
] as const
export type OperationName = (typeof operationNames)[number]

/** The operation that a request was for; null: it was none. */
export function operationOf({ purpose }: Pick<Exchange, 'purpose'>): OperationName | null {
  return operationNames.find((name) => name === purpose) ?? null
}

/** What octospec knows of one target of this service. */
export interface TransferProfile extends Profile {
  /** `null`: declared as not offered. */
  readonly operations: Readonly<Record<OperationName, Operation | null>>
}
