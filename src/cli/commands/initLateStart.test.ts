import { expect, test } from 'vitest'
import { behind, init, json, reference, entriesAs } from './initOnReference.test.data.js'

const hour = 3_600_000
const today = { localDateStart: '{today}', localDateEnd: '{today}' }
const tomorrow = { localDateStart: '{today+1}', localDateEnd: '{today+1}' }

/** What init writes of a server whose next starts are so many hours ahead, by a policy of so many hours. */
async function lateStart(policy: number, ...days: readonly (readonly number[])[]): Promise<unknown> {
  const own = await behind(await reference(), async (path, _method, body, answered) => {
    if (/openapi|products|supplier/.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path !== '/availability') return null
    const sent: Readonly<Record<string, string>> = JSON.parse(body)
    const shown = (start: number, item: object): object => {
      const at = (ms: number): string => new Date(ms).toISOString()
      return { ...item, localDateTimeStart: at(start), cancelUntil: at(start - policy * hour) }
    }
    const ahead = (day = ''): number => Math.floor(Date.parse(day) / 24 / hour) - Math.floor(Date.now() / 24 / hour)
    const [first, last] = [ahead(sent['localDateStart']), ahead(sent['localDateEnd'])]
    if (first < days.length) {
      const starts = days.slice(first, last + 1).flat()
      const items = starts.map((start) => shown(Date.now() + start * hour, { id: `slot-${start}`, available: true }))
      return json(200, items)
    }
    const items: readonly Readonly<Record<string, unknown>>[] = JSON.parse(String((await answered()).body))
    return json(
      200,
      items.map((item) => shown(Date.parse(String(item['localDateTimeStart'])), item)),
    )
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  return entriesAs(profile, 'late')[0]?.['availability']
}

test.each([
  ['by a policy of two hours, what starts today, where all of it is late', 2, [[1], [26]], today],
  ['by a policy of two hours, nothing where some of today is not late', 2, [[1, 3], [26]], undefined],
  ['by a policy of two hours, nothing of tomorrow at midnight', 2, [[], [1]], undefined],
  [
    'by a policy of a day, today before tomorrow, also where not all of tomorrow is late',
    24,
    [[1], [23, 26]],
    [today, tomorrow],
  ],
  ['by a policy of a day, both where nothing starts today any more', 24, [[], [23]], [today, tomorrow]],
  ['by a policy of two days, today before tomorrow', 48, [[1], [26]], [today, tomorrow]],
  ['by a policy of two days, both where nothing starts today any more', 48, [[], [26]], [today, tomorrow]],
])('a late start is %s', async (_, policy, days, expected) => {
  expect(await lateStart(policy, ...days)).toEqual(expected)
})
