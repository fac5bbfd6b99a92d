import type { PlanOptions } from '../judge/plan.js'
import { RunError } from '../judge/runError.js'
import type { CheckResult, Report } from '../judge/report.js'
import { openRandom } from '../suite/random.js'
import { faultyNetwork, networkFaults, type NetworkFault, type Trouble } from './faultyNetwork.test.data.js'
import { runOnReference, type OnReferenceOptions } from './runOnReference.js'

/** What a run on a bad network came to. */
export interface TroubledRun {
  /** The troubles, in words. */
  readonly what: string
  /** The service behind the network is whole, so every one of these is false. */
  readonly falseFindings: readonly CheckResult[]
  /** `not begun`: not even the first request got an answer. */
  readonly verdict: Report['verdict'] | 'not begun'
}

/** How long a client waits on a network that loses answers: all is on loopback, but the machine may be busy. */
const timeoutSeconds = 1

/** What a run on a network of such troubles is told. */
export function onBadNetwork(trouble: Trouble): Pick<OnReferenceOptions, 'network' | 'profile'> {
  return {
    profile: { limits: { timeoutSeconds } },
    network: async (url) => {
      const { origin, pathname } = new URL(url)
      const network = await faultyNetwork(origin, trouble, timeoutSeconds * 1000 + 50)
      return { url: `${network.origin}${pathname}`, close: () => network.close() }
    },
  }
}

/** More requests than a run of everything sends in either dialect. */
const mostRequests = 760

/** How many of a thousand requests are spoiled in a run with several troubles. */
const perMille = [5, 20, 80] as const

/**
 * Runs the suites on the whole reference service over a bad network. The run's number decides all: the two dialects
 * alternate, and there is one trouble at one request, or each third time several at random. Over many numbers all
 * requests and all kinds of trouble take their turn.
 * @param requests how many requests a run of this plan sends
 */
export async function troubledRun(
  number: number,
  plan: PlanOptions = {},
  requests: number = mostRequests,
): Promise<TroubledRun> {
  const dialect = number % 2 === 0 ? 'partner' : 'default'
  const single = number % 3 > 0
  const random = openRandom(number)
  const at = random.integer(1, requests)
  const asTargets = new Set<NetworkFault>(['500 before', '302 before', '429 before'])
  /** An answer that a target may give comes once: repeated, nobody could tell it from the target's own. */
  const kind = (): NetworkFault => {
    const picked = random.pick(networkFaults)
    return !/^(500|302|429)/.test(picked) || asTargets.delete(picked) ? picked : '502 before'
  }
  const one = kind()
  const rate = random.pick(perMille)
  const troubles: string[] = []
  const trouble = (request: number): NetworkFault | null => {
    const fault = single ? (request === at ? one : null) : random.integer(1, 1000) <= rate ? kind() : null
    if (fault !== null) troubles.push(`request ${request} ${fault}`)
    return fault
  }
  const ran = await runOnReference({
    dialect,
    seed: number,
    concurrency: single ? 1 : 4,
    ...onBadNetwork(trouble),
    plan: { seed: number, ...plan },
  }).catch((error: unknown) => {
    if (error instanceof RunError) return null
    throw error
  })
  return {
    what: `${dialect}: ${troubles.join(', ')}`,
    verdict: ran?.report.verdict ?? 'not begun',
    falseFindings: (ran?.report.checks ?? []).filter(({ outcome }) => ['fail', 'warn', 'error'].includes(outcome)),
  }
}
