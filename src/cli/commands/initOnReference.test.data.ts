import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { startReference, type Reference } from '../../../suites/transfers/reference/startReference.js'
import { systemClock, type Clock } from '../../wire/clock.js'
import { startAnswering, type Answering, type PlainAnswer, type TestServer } from '../answering.test.data.js'
import { tryMain, type TestIo } from '../testIo.test.data.js'

export const accounts = {
  default: {
    header: 'Authorization: Bearer ${TOKEN}',
    other: 'Authorization: Bearer ${TOKEN_B}',
    env: { TOKEN: 'reference-token-a', TOKEN_B: 'reference-token-b' },
  },
  partner: {
    header: 'X-Api-Key: ${TOKEN}',
    other: 'X-Api-Key: ${TOKEN_B}',
    env: { TOKEN: 'partner-key-a', TOKEN_B: 'partner-key-b' },
  },
} as const
export type Dialect = keyof typeof accounts
export const sold = {
  default: ['--product', 'prod-transfer'],
  partner: ['--product', 'PARTNER-RIDE', '--option', 'PARTNER-SEDAN'],
} as const

export async function reference(dialect: Dialect = 'default', ...variants: readonly string[]): Promise<Reference> {
  return referenceBy(systemClock, dialect, ...variants)
}

/** Its time is that of a clock. */
export async function referenceBy(
  { now }: Clock,
  dialect: Dialect,
  ...variants: readonly string[]
): Promise<Reference> {
  const started = await startReference({ dialect, variants, now })
  onTestFinished(() => started.close())
  return started
}

/** The reference service, but for what is answered in its place; with a count of what was asked. */
export async function behind(
  real: Reference,
  instead: (
    path: string,
    method: string,
    body: string,
    /** As the service answers, also to another body. */
    answered: (body?: string) => Promise<PlainAnswer>,
    headers: Readonly<Record<string, unknown>>,
  ) => PlainAnswer | null | Promise<PlainAnswer | null>,
): Promise<TestServer & { readonly asked: string[] }> {
  const asked: string[] = []
  const answer: Answering = async (request, body) => {
    const { method = 'GET', url = '/' } = request
    asked.push(`${method} ${url}`)
    const answered = async (sent = body): Promise<PlainAnswer> => {
      const kept = ['authorization', 'x-api-key', 'content-type', 'octo-capabilities', 'idempotency-key']
      const headers = kept.flatMap((name): [string, string][] => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      const got = await fetch(new URL(url, real.url), { method, headers, ...(sent !== '' && { body: sent }) })
      return {
        status: got.status,
        headers: { 'content-type': got.headers.get('content-type') ?? '' },
        body: await got.text(),
      }
    }
    return (await instead(url, method, body, answered, request.headers)) ?? answered()
  }
  const server = await startAnswering(answer)
  onTestFinished(() => server.close())
  return { ...server, asked }
}

export const json = (status: number, body: unknown): PlainAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export interface Tried {
  readonly exit: number
  readonly io: TestIo
  /** What was written; empty: nothing. */
  readonly profile: string
}

export async function init(
  url: string,
  dialect: Dialect,
  more: readonly string[] = [],
  options: Parameters<typeof tryMain>[1] = {},
): Promise<Tried> {
  const { header, env } = accounts[dialect]
  const { exit, io } = await tryMain(['init', url, '--header', header, ...sold[dialect], '--out', 'p.yaml', ...more], {
    env,
    ...options,
  })
  const file = join(io.cwd, 'p.yaml')
  return { exit, io, profile: existsSync(file) ? readFileSync(file, 'utf8') : '' }
}

/** The bookings of the service that still hold something. */
export function leftAt({ service }: Reference): readonly string[] {
  return service.store.serials().flatMap((serial) => {
    const booking = service.store.versions(serial).at(-1)
    return booking?.status === 'ON_HOLD' || booking?.status === 'CONFIRMED' ? [booking.id] : []
  })
}

/** What a profile that init wrote may book for something, each without that word. */
export function entriesAs(profile: string, word: string): readonly Readonly<Record<string, unknown>>[] {
  const { bookable }: { bookable: readonly Readonly<Record<string, unknown>>[] } = parse(profile)
  return bookable.flatMap(({ as, ...entry }) => (as === word ? [entry] : []))
}
