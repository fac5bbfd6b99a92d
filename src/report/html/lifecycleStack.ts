import { arrowText, insideKind, insideText, kindOfArrow } from './lifecycleDiagram.js'
import type { ShownLifecycle, ShownState, ShownTransition } from './lifecycleModel.js'
import { bounded, escaped, type Html } from './escaped.js'

const [width, boxWidth, line, head, gap] = [350, 264, 18, 46, 16] as const

interface Box {
  readonly state: ShownState
  readonly y: number
  readonly height: number
  readonly lines: readonly ShownTransition[]
}

/** The lifecycle for a narrow screen: states below each other, and beside them the ways from one to another. */
export function lifecycleStack({ states, transitions }: ShownLifecycle): Html {
  const boxes = new Map<string, Box>()
  let y = 2
  for (const state of states.slice(0, mostStates)) {
    const lines = transitions.filter(({ from }) => from === state.id).toSorted((a, b) => weight(a) - weight(b))
    const height = head + lines.length * line + (lines.length > 0 ? 6 : 0)
    boxes.set(state.id, { state, y, height, lines })
    y += height + gap
  }
  const ways = [...boxes.values()].flatMap((from) =>
    from.lines.flatMap((each, at) => {
      const to = isMove(each) ? boxes.get(each.to ?? '') : undefined
      return to === undefined ? [] : [{ each, y1: from.y + head + 8 + at * line, to }]
    }),
  )
  // Arrows into one state share its lane.
  const lanes = [...new Set(ways.map(({ to }) => to))]
  const laneOf = (to: Box): number =>
    boxWidth + 12 + lanes.indexOf(to) * ((width - boxWidth - 18) / Math.max(1, lanes.length))
  return escaped`<svg class="lifecycle stacked" viewBox="-2 0 ${width + 2} ${y}" role="img" aria-label="Diagram of the lifecycle of a booking; the table below says the same in words.">
<defs><marker id="tip-stacked" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0.5 8 4 0 7.5z"/></marker></defs>
${ways.map(
  ({ each, y1, to }) =>
    escaped`<g class="arrow ${kindOfArrow([each])}"><path d="M${boxWidth} ${y1}H${laneOf(to)}V${to.y + 20}H${boxWidth + 1}" marker-end="url(#tip-stacked)"/></g>
`,
)}${[...boxes.values()].map(drawBox)}
</svg>`
}

/** A hostile target may answer a new status every time; the table has more of them. */
const mostStates = 12

function isMove({ from, to }: ShownTransition): boolean {
  return to !== null && to !== from
}

/** Ways out first, then what stays, then what was never tried. */
function weight(each: ShownTransition): number {
  return (isMove(each) ? 0 : 1) + (each.times === 0 ? 2 : 0)
}

function drawBox({ state, y, height, lines }: Box): Html {
  const status =
    state.status === null
      ? state.start === true
        ? 'before there is one'
        : 'status not known'
      : bounded(state.status, 30)
  return escaped`<g class="state"><rect x="0" y="${y}" width="${boxWidth}" height="${height}" rx="8"/>
<text class="name" x="12" y="${y + 20}">${state.title}</text>
<text class="status" x="12" y="${y + 36}">${status}</text>
${lines.map((each, at) => escaped`<text class="${isMove(each) ? kindOfArrow([each]) : insideKind(each)}" x="12" y="${y + head + 12 + at * line}">${isMove(each) ? `→ ${arrowText(each)}` : insideText(each)}</text>`)}</g>
`
}
