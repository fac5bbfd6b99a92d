import { pointerTokens, readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'
import type { HurlAsserts, Variables } from './hurlAssertsOf.js'
import { jsonPath, stepOf } from './hurlText.js'
import { parsed, scalar } from './hurlWords.js'
import { isRefused, leaves } from './readings.js'
import type { Step, Story } from './storyOf.js'

/** Items of a page that are on an earlier one, too: which ones they are may differ from run to run. */
export function twiceAsserts({ finding: { wanted, pointer, received }, shown, steps }: Story): HurlAsserts | undefined {
  const n = wanted?.notIn
  const earlier = steps.find(({ exchange }) => exchange.n === n)?.exchange.response?.json
  const json = shown.exchange.response?.json
  const list = pointer?.replace(/\/\d+$/, '') ?? ''
  if (n === undefined || earlier === undefined || json === undefined || n === shown.exchange.n) return undefined
  const items = readPointer<Json>(earlier, list)
  const [, id] = leaves(readPointer<Json>(json, pointer ?? '') ?? null).find(([value]) => value === received) ?? []
  if (!Array.isArray(items) || id === undefined) return undefined
  const held = items.slice(0, 20).map((_, at) => ({
    n,
    capture: { name: `listed${at + 1}`, pointer: `${list}/${at}${id}` },
  }))
  return { lines: held.map(({ capture }) => `body not contains "{{${capture.name}}}"`), held }
}

/** What a refused request said, and nobody else, which an answer shows all the same; or what a refusal quotes. */
export function quotedAssert({ finding, shown, steps }: Story, variables: Variables): string | undefined {
  const { wanted, pointer } = finding
  const json = shown.exchange.response?.json
  const others = steps.filter((step) => step !== shown)
  const sent = (step: Step, text: string): boolean => (step.exchange.request.body ?? '').includes(text)
  if (json === undefined) return undefined
  const field = wanted?.unquoted
  if (field !== undefined) {
    const answered = JSON.stringify(json)
    const texts = others.flatMap(({ exchange }) => leaves(parsed(exchange.request.body ?? '') ?? null))
    const [text] = texts.find(([value, at]) => at.endsWith(`/${field}`) && answered.includes(value)) ?? []
    return text === undefined ? undefined : `body not contains ${scalar(text, variables)}`
  }
  if (wanted?.value?.not === undefined || !/\/\d+$/.test(pointer ?? '')) return undefined
  const [text] = leaves(readPointer<Json>(json, pointer ?? '') ?? null).flatMap(([value]) =>
    others.some((step) => isRefused(step.exchange) && sent(step, value)) &&
    !others.some((step) => !isRefused(step.exchange) && sent(step, value))
      ? [value]
      : [],
  )
  return text === undefined ? undefined : `body not contains ${scalar(text, variables)}`
}

/** A booking of the story that is not in the answer and should be, or is and should not: named by the finding, else the last. */
export function bookingAsserts(
  { message, expected, wanted, received }: Story['finding'],
  variables: Variables,
  booked: readonly string[],
): readonly string[] {
  const told = `${message} ${expected} ${JSON.stringify(received)}`
  const bookings = variables.filter(({ value }) => booked.includes(value))
  const named = [...bookings, ...variables].filter(({ value }) => told.includes(value))
  const found = named.length > 0 ? named : received === null ? bookings.slice(-1) : []
  const isWanted = received === null || wanted?.same === true
  return found.slice(0, 1).map(({ name }) => `body ${isWanted ? '' : 'not '}contains "{{${name}}}"`)
}

/** Of two items of a list, which are bookings of the story, the one that should come first. */
export function orderAssert({ finding: { wanted, pointer }, shown }: Story, variables: Variables): string | undefined {
  const json = shown.exchange.response?.json
  const [list, place] = [pointer, wanted?.before].map((each) => /^(.*?)\/(\d+)\//.exec(each ?? ''))
  if (json === undefined || !list || !place || list[1] !== place[1]) return undefined
  const [first, second] = [list, place].map(([item]) => {
    const found = readPointer<Json>(json, item.slice(0, -1))
    return found !== undefined && nameIn(found, variables)?.name
  })
  if (!first || !second) return undefined
  return `body matches "{{${first}}}[\\\\s\\\\S]*{{${second}}}"`
}

/** The variable that an item of a list is known by, and where it stands in it. */
function nameIn(item: Json, variables: Variables): { readonly name: string; readonly at: string } | undefined {
  for (const [value, at] of leaves(item)) {
    const known = variables.find((each) => each.value === value)
    if (known !== undefined && /^\/[\w-]+$/.test(at)) return { name: known.name, at: at.slice(1) }
  }
  return undefined
}

/** A place by its names; of a list the item by the id that it has this time, as it may stand elsewhere in it. */
export function queryOf(pointer: string, json: Json | undefined, variables: Variables): string {
  const tokens = pointerTokens(pointer)
  const at = tokens.findIndex((token) => /^\d+$/.test(token))
  const item = json === undefined || at === -1 ? undefined : readPointer<Json>(json, toPointer(tokens.slice(0, at + 1)))
  const known = item === undefined ? undefined : nameIn(item, variables)
  if (known === undefined || at === tokens.length - 1) return `jsonpath "${jsonPath(pointer)}"`
  const list = tokens.slice(0, at).map(stepOf).join('')
  const rest = tokens
    .slice(at + 1)
    .map(stepOf)
    .join('')
  return `jsonpath "$${list}[?(@['${known.at}']=='{{${known.name}}}')]${rest}"`
}
