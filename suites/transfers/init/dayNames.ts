import type { Heard, Json } from '../vocabulary/index.js'
import { guessed, hasDay, type Days } from './days.js'
import type { Learning } from './learning.js'
import { bodyOf, questionOf, type Plan } from './plan.js'
import { theOne } from './theOne.js'

/** What availability checks call the first and the last day, where it is not what public OCTO does. */
const called: Readonly<Record<string, string | null>> = {
  fromDate: 'toDate',
  from_date: 'to_date',
  startDate: 'endDate',
  start_date: 'end_date',
  dateFrom: 'dateTo',
  date_from: 'date_to',
  from: 'to',
  start: 'end',
  fromDay: 'toDay',
  firstDay: 'lastDay',
  first_day: 'last_day',
  localDate: null,
  local_date: null,
  date: null,
  day: null,
}

/**
 * Finds what the availability check calls its days, where it did not read those of public OCTO: many names are sent in one request, and
 * the one that did something is looked for by halves. It stands in the plan from then on.
 * @param isOf whether an answer is of these days
 * @returns the answer to a request by that name alone; null: none was found
 */
export async function learnDayNames(
  { interview, sold: { productId, optionId } }: Learning,
  plan: Plan,
  { first, last }: Days,
  isOf: (heard: Heard) => boolean,
): Promise<Heard | null> {
  const { extra, method, described } = plan
  const isTold = [...extra.values()].some(({ value, from }) => from !== guessed && hasDay(value))
  if (method === 'GET' || described !== null || isTold) return null
  const daysBy = (names: readonly string[]): Readonly<Record<string, Json>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const to = called[name] ?? null
        return to === null
          ? [[name, first]]
          : [
              [name, first],
              [to, last],
            ]
      }),
    )
  let read: Heard | null = null
  const name = await theOne(Object.keys(called), async (names) => {
    const question = questionOf(plan, { productId, optionId })
    const others = Object.fromEntries([...extra].map(([member, { value }]) => [member, value]))
    const heard = await interview.ask({ ...question, body: bodyOf(plan, { ...others, ...daysBy(names) }) })
    read = heard.accepted && isOf(heard) ? heard : null
    return read !== null
  })
  if (name === null) return null
  for (const [member, { from }] of extra) if (from === guessed) extra.delete(member)
  for (const [member, value] of Object.entries(daysBy([name])))
    extra.set(member, { value, from: 'what is answered is of these days' })
  return read
}
