import type { ShownLifecycle, ShownState, ShownTransition } from './lifecycleModel.js'
import { bounded, escaped, type Html } from './escaped.js'

const width = 184
const step = 330
const line = 17
const head = 46
const top = 24

interface Box {
  readonly state: ShownState
  readonly x: number
  readonly y: number
  readonly height: number
  /** What stays in this state: refusals, repetitions, and what was never tried. */
  readonly inside: readonly ShownTransition[]
}

type Place = readonly [column: number, row: number]

/** Where statuses stand that the documents do not have: what their lifecycle leaves free. */
const freePlaces: readonly Place[] = [
  [2, 1],
  [0, 1],
  [0, 2],
]
/** The lifecycle as a drawing: what was seen is drawn through, what was never tried is dashed, refusals stand in their state. */
export function lifecycleDiagram({ states, transitions }: ShownLifecycle): Html {
  const places = placesOf(states)
  const drawn = states.filter(({ id }) => places.has(id))
  const moving = transitions.filter(({ from, to }) => to !== null && to !== from && places.has(from) && places.has(to))
  const pairs = pairsOf(moving)
  const over = pairs.filter(([first]) => isOver(first, places)).length
  const boxes = layOut(drawn, places, transitions, top + over * 26)
  const height = Math.max(...[...boxes.values()].map((box) => box.y + box.height)) + 12
  let lane = 0
  const arrows = pairs.map((pair) => {
    const [first] = pair
    return arrow(pair, boxes, isOver(first, places) ? (lane += 1) : 0)
  })
  return escaped`<svg class="lifecycle" viewBox="-4 0 ${step * 3 + width + 8} ${height}" role="img" aria-label="Diagram of the lifecycle of a booking; the table below says the same in words.">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0.5 8 4 0 7.5z"/></marker></defs>
${arrows}
${[...boxes.values()].map(drawBox)}
</svg>`
}

/** The place of each state that is drawn: the documents' own, and of other statuses the first; the table has all. */
function placesOf(states: readonly ShownState[]): ReadonlyMap<string, Place> {
  const others = states.filter(({ at }) => at === undefined).slice(0, freePlaces.length)
  return new Map([
    ...states.flatMap(({ id, at }) => (at === undefined ? [] : [[id, at] as const])),
    ...others.flatMap(({ id }, index) => (freePlaces[index] === undefined ? [] : [[id, freePlaces[index]] as const])),
  ])
}

function pairsOf(moving: readonly ShownTransition[]): readonly (readonly ShownTransition[])[] {
  const pairs = new Map<string, ShownTransition[]>()
  for (const each of moving) {
    const key = JSON.stringify([each.from, each.to])
    pairs.set(key, [...(pairs.get(key) ?? []), each])
  }
  return [...pairs.values()]
}

/** True where an arrow has to pass over the boxes of the first row. */
function isOver(first: ShownTransition | undefined, places: ReadonlyMap<string, Place>): boolean {
  const [fromColumn = 0, fromRow] = places.get(first?.from ?? '') ?? []
  const [toColumn = 0, toRow] = places.get(first?.to ?? '') ?? []
  return fromRow === 0 && toRow === 0 && toColumn - fromColumn !== 1
}

function layOut(
  states: readonly ShownState[],
  places: ReadonlyMap<string, Place>,
  transitions: readonly ShownTransition[],
  firstRow: number,
): ReadonlyMap<string, Box> {
  const sized = states.map((state) => {
    const [column = 0, row = 0] = places.get(state.id) ?? []
    const inside = transitions
      .filter(({ from, to }) => from === state.id && (to === null || to === from))
      .toSorted((a, b) => Number(b.times > 0) - Number(a.times > 0) || Number(a.to === null) - Number(b.to === null))
    return { state, column, row, inside, height: head + inside.length * line + (inside.length > 0 ? 8 : 0) }
  })
  const rows = [0, 1, 2].map((row) =>
    Math.max(0, ...sized.filter((each) => each.row === row).map(({ height }) => height)),
  )
  return new Map(
    sized.map(({ state, column, row, inside, height }) => {
      const y = firstRow + rows.slice(0, row).reduce((sum, each) => sum + each + 56, 0)
      return [state.id, { state, x: column * step, y, height, inside }]
    }),
  )
}

function drawBox({ state, x, y, height, inside }: Box): Html {
  return escaped`<g class="state${inside.length === 0 ? ' bare' : ''}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>
<text class="name" x="${x + 12}" y="${y + 20}">${state.title}</text>
<text class="status" x="${x + 12}" y="${y + 36}">${state.status === null ? (state.start === true ? 'before there is one' : 'status not known') : bounded(state.status, 20)}</text>
${inside.map((each, at) => escaped`<text class="${insideKind(each)}" x="${x + 12}" y="${y + head + 12 + at * line}">${insideText(each)}</text>`)}</g>
`
}

/** How a line within a state is drawn. */
export function insideKind(each: ShownTransition): string {
  if (each.times === 0) return 'never'
  if (each.to === null) return 'refused'
  return odd(each) ? 'odd' : 'stays'
}

/** What a trigger did that changed no state. */
export function insideText({ trigger, to, times, documented }: ShownTransition): string {
  if (times === 0) return `┄ ${trigger}: never tried`
  if (to === null) return `✕ ${trigger} refused, ${times}×`
  return `${documented === 'not in the table' ? '! ' : '↻ '}${trigger}, ${times}×`
}

function arrow(pair: readonly ShownTransition[], boxes: ReadonlyMap<string, Box>, lane: number): Html {
  const [first] = pair
  const from = boxes.get(first?.from ?? '')
  const to = boxes.get(first?.to ?? '')
  if (first === undefined || from === undefined || to === undefined) return escaped``
  const kind = kindOfArrow(pair)
  const { path, x, y, anchor } = route(from, to, lane)
  return escaped`<g class="arrow ${kind}"><path d="${path}" marker-end="url(#tip)"/>${pair.map(
    (each, at) =>
      escaped`<text x="${x}" y="${y - (pair.length - 1 - at) * 15}" text-anchor="${anchor}">${arrowText(each)}</text>`,
  )}</g>
`
}

/** How an arrow is drawn that stands for all of these. */
export function kindOfArrow(pair: readonly ShownTransition[]): string {
  return pair.every(({ times }) => times === 0) ? 'never' : pair.some(odd) ? 'odd' : 'seen'
}

function odd({ times, documented }: ShownTransition): boolean {
  return times > 0 && documented === 'not in the table'
}

/** What an arrow is named. */
export function arrowText(each: ShownTransition): string {
  if (each.times === 0) return `${each.trigger}: never tried`
  return `${odd(each) ? '! ' : ''}${each.trigger}, ${each.times}×`
}

interface Route {
  readonly path: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle'
}

function route(from: Box, to: Box, lane: number): Route {
  const right = from.x + width
  if (lane > 0) {
    const y = top - 8 + (lane - 1) * 26
    const [x1, x2] = [from.x + width / 2 + 20, to.x + width / 2 - 20]
    return { path: `M${x1} ${from.y}V${y}H${x2}V${to.y}`, x: (x1 + x2) / 2, y: y - 5, anchor: 'middle' }
  }
  if (to.x === from.x) {
    const down = to.y > from.y
    const x = from.x + (down ? 30 : 60)
    const [y1, y2] = down ? [from.y + from.height, to.y] : [from.y, to.y + to.height]
    return { path: `M${x} ${y1}V${y2}`, x: x + 8, y: (y1 + y2) / 2 + 4, anchor: 'start' }
  }
  if (to.y === from.y) {
    const y = from.y + 24
    return { path: `M${right} ${y}H${to.x}`, x: (right + to.x) / 2, y: y - 7, anchor: 'middle' }
  }
  // To another row: out at the side and in at the side, with a bend in the gap between the columns.
  const forward = to.x > from.x
  const x1 = forward ? right : from.x
  const x2 = forward ? to.x : to.x + width
  const bend = forward ? x2 - 16 : x2 + 16
  const y1 = from.y + from.height - 14
  const y2 = to.y + 24
  return { path: `M${x1} ${y1}H${bend}V${y2}H${x2}`, x: (x1 + bend) / 2, y: y1 - 6, anchor: 'middle' }
}
