import { NoService, type Heard } from '../vocabulary/index.js'
import { areOfSeveralDays, askFor, daysToAsk, eachDay, insist, tellDays } from './ask.js'
import { availabilitiesIn } from '../walk/places.js'
import { fieldNamed } from '../walk/lexicon.js'
import { isNowhere, plansFor, writePlan, type Learning } from './plan.js'

/**
 * Finds something free, where it stands in the answer, and what the check wants to be told.
 * @throws NoService where nothing like it is found, so that nothing can be booked
 */
export async function learnAvailability(learning: Learning): Promise<void> {
  const { interview, sold } = learning
  const { productId, optionId } = sold
  // A profile that was begun says the days itself.
  const isSaid = interview.draft.read(['operations', 'availability', 'body']) !== undefined
  const plans = plansFor('availability', interview)
  if (plans.length === 0) return interview.say('nothing can be reserved: operations.availability is null')
  let last: Heard | null = null
  for (const plan of plans) {
    for (const days of isSaid ? [null] : daysToAsk(interview)) {
      if (days !== null) tellDays(plan, days)
      const heard = await insist(learning, plan, { productId, optionId })
      last = heard
      const slots = heard.accepted ? availabilitiesIn(heard.json ?? null, sold) : null
      if (slots === null) break
      const { items, free, at, id } = slots
      if (free.length === 0) continue
      learning.plans.set('availability', plan)
      learning.accepted.add('availability')
      writePlan(interview, plan, heard)
      const key = ['operations', 'availability']
      interview.draft.write([...key, 'items'], at, 'seen', `the list in the answer to request ${heard.n}`)
      interview.draft.write([...key, 'availabilityId'], id, 'seen', 'each item of the list has it')
      learning.offered.push(...items.values())
      const daily = areOfSeveralDays(learning.offered) ? null : eachDay(plan)
      if (daily !== null)
        interview.draft.write(['bookable', 'standard', 'availability'], daily, 'seen', 'a check is told one day')
      // They are far apart, so that prices may differ. What starts first may start too soon to be cancelled.
      const middle = free[Math.floor(free.length / 2)] ?? ''
      learning.slots.push(...new Set([free.at(-1) ?? '', middle, ...free.toReversed()]))
      return
    }
    if (last !== null && !isNowhere(last)) break
  }
  if (last === null) throw new TypeError('an availability check has at least one way to be asked for')
  const [what, remedy] = problemOf(last)
  throw new NoService(what, last, `something free of product ${productId}, option ${optionId}`, remedy)
}

/** Another availability to book than this one. A check that showed one may show another now. */
export async function nextSlot(learning: Learning, taken: string): Promise<string> {
  const { interview, slots, sold } = learning
  const isOther = (slot: string): boolean => slot !== taken
  if (slots.some(isOther)) return slots.find(isOther) ?? taken
  const { productId, optionId } = sold
  const heard = await askFor(learning, 'availability', { productId, optionId })
  const why = 'the check names one thing at a time, which does not say how many bookings that takes'
  interview.draft.miss(['availability', 'exclusive'], true, why)
  return availabilitiesIn(heard?.json ?? null, sold)?.free.find(isOther) ?? taken
}

const begin = 'begin a profile with operations: { availability: '
const giveIt = ' }, and give it with --profile'

/** What is wrong with the last answer to a check, and what to do. null: what is usual. */
function problemOf(heard: Heard): readonly [what: string, remedy: string | null] {
  const { accepted, status } = heard
  if (accepted)
    return [
      'the availability check was answered, and nothing in it can be booked on the days that were asked for',
      `name something else, or another day: --product, --option, --day YYYY-MM-DD; or ${begin}{ body: { ... } }${giveIt}`,
    ]
  if (isNowhere(heard))
    return [
      'the target has no availability check where the documents have it, or nothing of what was asked for',
      'give the address that /bookings is appended to, another --product or --option, or another --day YYYY-MM-DD; where operations have other paths, ' +
        `or one path takes them all, ${begin}{ request: 'POST /path', body: { command: NAME } }${giveIt}: see docs/real-servers.md`,
    ]
  if (status === null) return ['the availability check was not answered', null]
  return ['the availability check was refused', wanting(heard)]
}

/** What to write where a check wants something that nothing is known of. null: it says nothing of that. */
function wanting({ demands, status }: Heard): string | null {
  const names = demands.filter(
    (name) => !name.startsWith('header:') && fieldNamed(name, ['productId', 'optionId']) === undefined,
  )
  if (names.length === 0 && (demands.length > 0 || (status !== 400 && status !== 422))) return null
  const body = (names.length === 0 ? ['NAME'] : names).map((name) => `${name}: VALUE`).join(', ')
  return `${begin}{ body: { ${body} } }${giveIt}; if it is about what is booked, name that with --product and --option`
}
