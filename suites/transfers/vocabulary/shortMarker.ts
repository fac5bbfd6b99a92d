import { createHash } from 'node:crypto'

/** What a reference is cut to where longer ones are refused. */
const length = 8

/** What stands for a marker where it is too long: of its run, its scenario and its purpose alone, as the marker is, for a target may want it to be unique. */
export function shortMarker(marker: string): string {
  const digest = createHash('sha256').update(marker).digest().readUIntBE(0, 6)
  return digest.toString(36).padStart(length, '0').slice(-length)
}
