import type { TransferProfile } from '../transferProfile.js'

/** Whether scenarios must act one after another: where an availability takes one booking, they would take it from each other. */
export function isInTurn({ availability }: TransferProfile): boolean {
  return availability.exclusive
}
