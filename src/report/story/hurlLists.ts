import { pointerTokens, readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'
import type { HurlAsserts, Variables } from './hurlAssertsOf.js'
import { jsonPath, stepOf } from './hurlText.js'
import { parsed, scalar } from './hurlWords.js'
import { isRefused, leaves } from './readings.js'
import type { Step, Story } from './storyOf.js'

/** Items of a page that are on an earlier one, too: which ones they are may differ from run to run. */
export function twiceAsserts({
  finding: { message, pointer, received },
  shown,
  steps,
}: Story): HurlAsserts | undefined {
  const [, n] = / stands in exchange (\d{1,9}) already$/.exec(message) ?? []
  const earlier = steps.find(({ exchange }) => exchange.n === Number(n))?.exchange.response?.json
  const json = shown.exchange.response?.json
  const list = pointer?.replace(/\/\d+$/, '') ?? ''
  if (earlier === undefined || json === undefined || Number(n) === shown.exchange.n) return undefined
  const items = readPointer<Json>(earlier, list)
  const [, id] = leaves(readPointer<Json>(json, pointer ?? '') ?? null).find(([value]) => value === received) ?? []
  if (!Array.isArray(items) || id === undefined) return undefined
  const held = items.slice(0, 20).map((_, at) => ({
    n: Number(n),
    capture: { name: `listed${at + 1}`, pointer: `${list}/${at}${id}` },
  }))
  return { lines: held.map(({ capture }) => `body not contains "{{${capture.name}}}"`), held }
}

/** What a refused request said, and nobody else, which an answer shows all the same; or what a refusal quotes. */
export function quotedAssert({ finding, shown, steps }: Story, variables: Variables): string | undefined {
  const { expected, pointer, message } = finding
  const json = shown.exchange.response?.json
  const others = steps.filter((step) => step !== shown)
  const sent = (step: Step, text: string): boolean => (step.exchange.request.body ?? '').includes(text)
  if (json === undefined) return undefined
  const [, field] = /quotes the (\w{1,40})/.exec(message) ?? []
  if (field !== undefined) {
    const answered = JSON.stringify(json)
    const texts = others.flatMap(({ exchange }) => leaves(parsed(exchange.request.body ?? '') ?? null))
    const [text] = texts.find(([value, at]) => at.endsWith(`/${field}`) && answered.includes(value)) ?? []
    return text === undefined ? undefined : `body not contains ${scalar(text, variables)}`
  }
  if (expected !== 'no booking' || !/\/\d+$/.test(pointer ?? '')) return undefined
  const [text] = leaves(readPointer<Json>(json, pointer ?? '') ?? null).flatMap(([value]) =>
    others.some((step) => isRefused(step.exchange) && sent(step, value)) &&
    !others.some((step) => !isRefused(step.exchange) && sent(step, value))
      ? [value]
      : [],
  )
  return text === undefined ? undefined : `body not contains ${scalar(text, variables)}`
}

interface Placed {
  readonly pointer: string
  readonly message: string
  readonly json: Json
}

export function placed(pointer: string | null, message: string, json: Json | undefined): Placed | undefined {
  return pointer === null || json === undefined ? undefined : { pointer, message, json }
}

/** A booking of the story that is not in the answer and should be, or is and should not: named by the finding, else the last. */
export function bookingAsserts(
  { message, expected, received }: Story['finding'],
  variables: Variables,
  booked: readonly string[],
): readonly string[] {
  const told = `${message} ${expected} ${JSON.stringify(received)}`
  const bookings = variables.filter(({ value }) => booked.includes(value))
  const named = [...bookings, ...variables].filter(({ value }) => told.includes(value))
  const found = named.length > 0 ? named : received === null ? bookings.slice(-1) : []
  const wanted = received === null || /^the (same|booking)\b/.test(expected)
  return found.slice(0, 1).map(({ name }) => `body ${wanted ? '' : 'not '}contains "{{${name}}}"`)
}

/** Of two items of a list, which are bookings of the story, the one that should come first. */
export function orderAssert(placed: Placed | undefined, variables: Variables): string | undefined {
  const [, before] = /^Sorted by .{1,80} comes after (-?\d+)/.exec(placed?.message ?? '') ?? []
  const [, list = '', index = '', rest = ''] = /^(.*?)\/(\d+)(\/.*)$/.exec(placed?.pointer ?? '') ?? []
  if (placed === undefined || before === undefined || index === '') return undefined
  const items = readPointer<Json>(placed.json, list)
  if (!Array.isArray(items)) return undefined
  const all: readonly Json[] = items
  const other = all.slice(0, Number(index)).findLast((item) => readPointer<Json>(item, rest) === Number(before))
  const [first, second] = [all[Number(index)], other].map((item) => item !== undefined && nameIn(item, variables)?.name)
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
