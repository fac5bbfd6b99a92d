import { expect, test } from 'vitest'
import { behind, init, json, reference, entriesAs } from './initOnReference.test.data.js'

interface Check {
  readonly startAt?: string
  readonly date?: string
}

const input = (format: string): object => ({ anyOf: [{ type: 'string', format }, { type: 'null' }] })
const description = (...days: readonly (readonly [string, string])[]): object => ({
  openapi: '3.1.0',
  paths: {
    '/availability': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['productId', 'optionId'],
                properties: {
                  productId: { type: 'string' },
                  optionId: { type: 'string' },
                  ...Object.fromEntries(days.map(([name, format]) => [name, input(format)])),
                },
              },
            },
          },
        },
      },
    },
  },
})
const noDeparture = json(404, { detail: { code: 'NO_DEPARTURE', message: 'There is no departure at that time.' } })

/** The reference service, but its check answers one availability by these days and `dayOf`; undefined: none. */
async function telling(
  days: readonly (readonly [string, string])[],
  dayOf: (sent: Check) => string | undefined,
): ReturnType<typeof init> {
  const own = await behind(await reference(), async (path, _method, body, answered) => {
    if (path === '/openapi.json') return json(200, description(...days))
    if (/octospec-no-such-path|supplier/.test(path)) return json(404, { detail: 'Not Found' })
    if (path !== '/availability') return null
    const sent: Check = JSON.parse(body)
    const day = dayOf(sent)
    if (day === undefined) return noDeparture
    const { startAt: _, date: __, ...rest } = sent as Readonly<Record<string, unknown>>
    const asked = JSON.stringify({ ...rest, localDateStart: day, localDateEnd: day })
    const items: readonly unknown[] = JSON.parse(String((await answered(asked)).body))
    return json(200, items[0] ?? {})
  })
  return init(own.url, 'default', ['--option', 'opt-sedan'])
}

const both = [
  ['startAt', 'date-time'],
  ['date', 'date'],
] as const

test('a check that is described with a start and a day is told the day alone', async () => {
  const { exit, io, profile } = await telling(both, ({ startAt, date }) => (startAt === undefined ? date : undefined))
  expect(exit, io.both()).toBe(0)
  expect(entriesAs(profile, 'standard')).toHaveProperty('0.availability', { date: '{today+30..59}' })
})

test('one that takes moments alone is told moments, and the days after them', async () => {
  const { exit, io, profile } = await telling([['startAt', 'date-time']], ({ startAt }) =>
    startAt?.includes('T') === true ? startAt.slice(0, 10) : undefined,
  )
  expect(exit, io.both()).toBe(0)
  const [standard] = entriesAs(profile, 'standard')
  expect(standard).toHaveProperty('availability', { startAt: '{today+30..59}T00:00:00Z' })
})
