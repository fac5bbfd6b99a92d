import type { DialectName } from '../suites/transfers/reference/startReference.js'
import { seedFor } from '../src/suite/random.js'
import { killAndCleanUp } from '../src/cli/killing.test.data.js'

/** About as many requests as a run makes. */
const requests = 600

/** Kills runs at random requests and counts those after which clean-up left what could have been cancelled. */
export async function soakKill(times: number): Promise<number> {
  const sum = { killed: 0, before: 0, after: 0 }
  let bad = 0
  for (let time = 1; time <= times; time += 1) {
    const dialect: DialectName = time % 2 === 0 ? 'partner' : 'default'
    const atRequest = 2 + ((seedFor(times, String(time)) >>> 0) % requests)
    const { killed, open, cleanup } = await killAndCleanUp(dialect, atRequest)
    sum.killed += killed ? 1 : 0
    sum.before += open.before
    sum.after += open.after
    // Killed before the first reservation, it has not even evidence.
    if (open.after === 0 && (cleanup.exit === 0 || cleanup.exit === 1 || open.before === 0)) continue
    bad += 1
    console.log(`${dialect}, killed at request ${atRequest}: ${open.after} left, exit ${cleanup.exit}\n${cleanup.said}`)
  }
  console.log(
    `${sum.killed} of ${times} runs killed; ${sum.before} bookings were left on hold or confirmed that can be cancelled, ${sum.after} after clean-up`,
  )
  return bad
}
