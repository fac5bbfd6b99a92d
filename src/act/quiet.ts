/** Knows which scenarios act at a time, and lets one wait until none of the others does. */
export interface Quiet {
  entered(): void
  left(): void
  /**
   * Waits until every other scenario has ended or waits as well; those that wait go on one after the other.
   * @returns false, at once, where no other one acts or waits
   */
  wait(): Promise<boolean>
}

export function openQuiet(): Quiet {
  let acting = 0
  const waiting: (() => void)[] = []
  const next = (): void => {
    if (acting > 0) return
    const wake = waiting.shift()
    if (wake === undefined) return
    acting += 1
    wake()
  }
  const left = (): void => {
    acting -= 1
    next()
  }
  return {
    entered: () => {
      acting += 1
    },
    left,
    wait: async () => {
      if (acting <= 1 && waiting.length === 0) return false
      const woken = new Promise<void>((resolve) => waiting.push(resolve))
      left()
      await woken
      return true
    },
  }
}
