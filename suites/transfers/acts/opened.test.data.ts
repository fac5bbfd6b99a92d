import type { Profile } from '../vocabulary/index.js'
import type { Context } from '../vocabulary/context.js'
import { testProfile } from '../../../src/wire/testTarget.test.data.js'
import { openContext } from './openContext.js'
import type { TransferStage } from './stage.js'
import { serveBookings, type BookingServer } from '../../../src/act/serveBookings.test.data.js'
import { registryOf, stageOf, type Stage } from '../../../src/act/stage.test.data.js'

/** A stage over a target of its own, and what that was asked. */
export interface Opened extends Stage {
  readonly server: BookingServer
  readonly contextOf: (scenario: string) => Context
  /** How many availability checks were made. */
  readonly checks: () => number
}

const closing: (() => Promise<void>)[] = []

/** Opens a stage over a target that answers so. */
export async function open(
  how: Parameters<typeof serveBookings>[0] = {},
  changes: Partial<Profile> = {},
  operations: Partial<Profile['operations']> = {},
  signal?: AbortSignal,
): Promise<Opened> {
  const server = await serveBookings(how)
  const profile = testProfile(server.url, changes, operations)
  const stage = stageOf(registryOf({}), {
    profile,
    plan: { nonce: '0123456789abcdef' },
    ...(signal !== undefined && { signal }),
  })
  closing.push(() => stage.run.session.close(), server.close)
  return {
    ...stage,
    server,
    // A stage of the tests is one of this pack.
    contextOf: (scenario) => openContext(scenario, stage.run as unknown as TransferStage),
    checks: () => server.bodies('POST /availability').length,
  }
}

/** Ends all that was opened. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0)) await close()
}

/** The items of an availability answer. */
export const offer = (...ids: readonly string[]): readonly { readonly id: string }[] => ids.map((id) => ({ id }))
