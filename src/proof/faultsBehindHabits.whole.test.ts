import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from './runOnReference.js'

/** Faults of a server that has a habit of its own: what a profile says of that habit must not hide them. */
const behind: Readonly<Record<string, readonly string[]>> = {
  'status-elsewhere': ['booking-status-is-a-number-in-list', 'late-start-shown-cancellable-once-confirmed'],
  'availability-keyed-by-date': ['medium-holds-end-early'],
  'availability-nested': ['availability-id-only-with-the-capability'],
  'cancel-takes-another-id': ['cancel-by-a-stranger-refused-but-done'],
  'reserve-wants-what-was-offered': ['same-key-answers-other-minutes'],
  'reserve-holds-a-quoted-option': ['transfer-status-missing', 'extend-of-foreign-booking-refused-but-done'],
  'bookings-in-an-envelope': ['get-shows-another-price'],
}
const { dialects } = pack.reference
const rows = Object.entries(behind)
  .flatMap(([variant, faults]) => faults.map((fault) => ({ variant, fault })))
  .map((row, at) => ({ ...row, dialect: dialects[at % dialects.length] ?? '' }))

test.each(rows)('$fault is seen though $variant is the habit of the server: $dialect', async (row) => {
  const { clause } = pack.reference.fault(row.fault)
  const { report } = await runOnReference({
    dialect: row.dialect,
    faults: [row.fault],
    variants: [row.variant],
    plan: { only: [clause] },
  })
  const failed = report.checks.filter((check) => check.clause === clause && ['fail', 'warn'].includes(check.outcome))
  expect(failed.flatMap(({ findings }) => findings).length).toBeGreaterThan(0)
})
