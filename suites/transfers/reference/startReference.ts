import type { AddressInfo } from 'node:net'
import { compose, type Fault, type Shown, type TrafficOptions, type Variant } from './change.js'
import { defaultDialect } from './dialects/default.js'
import type { Dialect } from './dialects/dialect.js'
import { partnerDialect } from './dialects/partner.js'
import { allFaults } from './faults/index.js'
import { placesOf } from './placesOf.js'
import { referenceServer } from './server.js'
import { Service } from './service.js'
import { keepBusy, preload } from './traffic.js'
import { UnknownNameError } from './unknownNameError.js'
import { allVariants } from './variants/index.js'

/** The dialects that the reference service speaks. */
export const dialectNames = ['default', 'partner'] as const
export type DialectName = (typeof dialectNames)[number]

/** True for the name of a dialect. */
export function isDialect(name: string): name is DialectName {
  return dialectNames.some((known) => known === name)
}

const dialects: Readonly<Record<DialectName, Dialect>> = { default: defaultDialect, partner: partnerDialect }

/** How the reference service is, and where it listens. */
export interface ReferenceOptions extends TrafficOptions {
  /** Whole number that all prices and ids follow from; 1 unless given. */
  readonly seed?: number
  /** `default` unless given. */
  readonly dialect?: DialectName
  /** Names of faults, put on in this order, after the variants. */
  readonly faults?: readonly string[]
  /** Names of variants, put on in this order. */
  readonly variants?: readonly string[]
  /** A free port unless given. */
  readonly port?: number
  /** Loopback unless given. */
  readonly host?: string
  /** Wall clock, milliseconds since the epoch. */
  readonly now?: () => number
}

/** The reference service, started. */
export interface Reference {
  /** What a profile calls `target.url`: with the base path of the dialect, without a trailing slash. */
  readonly url: string
  readonly port: number
  readonly service: Service
  /** Stops at once; requests in flight are cut. */
  close(): Promise<void>
}

/**
 * Starts the documented service.
 * @throws UnknownNameError for a fault, variant or dialect there is none of
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const { seed = 1, dialect: dialectName = 'default', port = 0, host = '127.0.0.1', now = Date.now } = options
  if (!isDialect(dialectName)) throw new UnknownNameError('dialect', dialectName, dialectNames)
  const dialect = dialects[dialectName]
  const faults = (options.faults ?? []).map(findFault)
  const variants = activeVariants(faults, options.variants ?? [])
  const { rules, wire } = compose([...variants, ...faults])
  const ofVariants = variants.reduce<TrafficOptions>((merged, variant) => ({ ...merged, ...variant.options }), {})
  const traffic: TrafficOptions = { ...ofVariants, ...options }

  const service = new Service({ rules, seed, now, newBookingId: (...parts) => dialect.newBookingId(...parts) })
  service.advance((traffic.clockAheadHours ?? 0) * 60)
  preload(service, traffic.history ?? 0)
  const server = referenceServer(service, dialect, wire)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const rest = traffic.busyMs === undefined ? undefined : keepBusy(service, traffic.busyAs ?? 'a', traffic.busyMs)

  // An address of a listening TCP server is never a pipe's name or null.
  const listening = server.address() as AddressInfo
  const authority = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${authority}:${listening.port}${dialect.basePath}`,
    port: listening.port,
    service,
    close: () =>
      new Promise((resolve) => {
        rest?.()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Where the answers of a dialect have what a fault shows; see {@link placesOf}.
 * @throws UnknownNameError
 */
export function shownIn(fault: string, dialect: DialectName): readonly Shown[] {
  return findFault(fault).shows.flatMap((shown) =>
    placesOf(shown, dialects[dialect]).map((place) => ({ operation: shown.operation, place })),
  )
}

/** @throws UnknownNameError */
export function findFault(name: string): Fault {
  const fault = allFaults.find((candidate) => candidate.name === name)
  if (fault === undefined)
    throw new UnknownNameError(
      'fault',
      name,
      allFaults.map((candidate) => candidate.name),
    )
  return fault
}

/** @throws UnknownNameError */
export function findVariant(name: string): Variant {
  const variant = allVariants.find((candidate) => candidate.name === name)
  if (variant === undefined)
    throw new UnknownNameError(
      'variant',
      name,
      allVariants.map((candidate) => candidate.name),
    )
  return variant
}

/**
 * The variants that are in force: those that the faults need, then those asked for. Whoever runs a suite against them
 * must add what they say of the profile.
 * @throws UnknownNameError
 */
export function activeVariants(faults: readonly Fault[], names: readonly string[]): readonly Variant[] {
  return [...new Set([...faults.flatMap((fault) => fault.on ?? []), ...names])].map(findVariant)
}
