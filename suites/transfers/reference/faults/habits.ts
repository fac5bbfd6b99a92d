import { reaches } from '../changes/callers.js'
import { faults } from '../changes/rows.js'
import { given } from '../changes/shown.js'
import { of } from '../changes/writes.js'
import type { Fault } from '../fault.js'

/** Faults behind shapes that a profile must describe: they are seen through it. */
export const habitFaults: readonly Fault[] = faults({
  '5/foreign-cancel-refused': {
    'cancel-by-another-id-of-foreign-hold-accepted': given('cancel-takes-another-id', reaches('cancel', of('ON_HOLD'))),
  },
})
