import type { Ended, Tick } from './evidenceViews.js'
import { escaped, ours, type Html } from './escaped.js'
import { duration } from './parts.js'

const left = 96
const right = 1000
const lane = 22
/** Waiting longer than this is drawn as this long. */
const longestIdle = 2000

/** Accepted ones are high, refused ones low, broken ones through the whole lane: the shape says it without the colour. */
const shapes: Readonly<Record<Ended, readonly [y: number, height: number]>> = {
  accepted: [4, 14],
  refused: [11, 7],
  broken: [0, 22],
}

/** Requests over time, a lane an operation; one path for each kind, so that thousands draw at once. */
export function timelineChart(ticks: readonly Tick[]): Html {
  const sorted = ticks.toSorted((a, b) => a.startedAt - b.startedAt)
  let shift = sorted[0]?.startedAt ?? 0
  let until = shift
  let shortened = false
  const placed = sorted.map((tick) => {
    const idle = tick.startedAt - until - longestIdle
    if (idle > 0) {
      shift += idle
      shortened = true
    }
    until = Math.max(until, tick.startedAt + tick.durationMs)
    return { ...tick, at: tick.startedAt - shift }
  })
  const length = Math.max(1, until - shift)
  const used = [...new Set(placed.map(({ purpose }) => purpose))]
  const scale = (right - left) / length
  const height = used.length * lane + 22
  return escaped`<svg class="chart" viewBox="0 0 ${right} ${height}" role="img" aria-label="Chart of ${ticks.length} requests over ${duration(length)}, a lane for each operation; the tables below list each request.">
${used.map((purpose, at) => {
  const own = placed.filter((tick) => tick.purpose === purpose)
  const y = at * lane
  return escaped`<path class="lane" d="M${left} ${y + lane - 2}H${right}"/><text x="0" y="${y + 15}">${purpose}</text>
${(Object.keys(shapes) as Ended[]) /* its keys are all there are */
  .map((ended) => {
    const some = own.filter((tick) => tick.ended === ended)
    const [from, tall] = shapes[ended]
    const d = some.map((tick) => {
      const wide = Math.max(1.2, tick.durationMs * scale)
      const x = Math.min(left + tick.at * scale, right - wide)
      return `M${x.toFixed(1)} ${y + (from * (lane - 4)) / 22}h${wide.toFixed(1)}v${((tall * (lane - 4)) / 22).toFixed(1)}h-${wide.toFixed(1)}z`
    })
    return some.length === 0 ? '' : escaped`<path class="t-${ended}" d="${ours(d.join(''))}"/>`
  })}`
})}
<text x="${left}" y="${height - 6}">0</text><text x="${right}" y="${height - 6}" text-anchor="end">${duration(length)}${shortened ? ', idle times shortened' : ''}</text>
</svg>`
}
