/** How long something takes against a yardstick that is measured in the same minutes. */
export interface Figure {
  readonly what: string
  readonly yardstick: string
  /** Medians, in milliseconds. */
  readonly took: number
  readonly yardstickTook: number
  readonly ratio: number
}

type Act = () => Promise<unknown>

/**
 * Medians of interleaved repetitions, so that what else the machine does falls on both alike; the first is to warm up.
 *
 * @param prepare what is not timed, before each pair of them
 */
export async function ratioOf(
  what: string,
  yardstick: string,
  act: Act,
  measure: Act,
  repetitions: number,
  prepare: Act = async () => {},
): Promise<Figure> {
  const [times, yards]: [number[], number[]] = [[], []]
  await prepare()
  await act()
  for (let each = 0; each < repetitions; each += 1) {
    await prepare()
    // First, since what is measured may go on working after its end, as a proxy that judges once nobody asks.
    yards.push(await timed(measure))
    times.push(await timed(act))
  }
  const [took, yardstickTook] = [median(times), median(yards)]
  return { what, yardstick, took, yardstickTook, ratio: took / yardstickTook }
}

async function timed(act: Act): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
