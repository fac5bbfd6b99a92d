/**
 * What goes on by itself and is waited for: answers, tokens and time. All else in a run waits for these, or for other parts of the run.
 */
export interface Waits {
  during<Result>(wait: Promise<Result>): Promise<Result>
  readonly underWay: number
  readonly begun: number
}

export function openWaits(): Waits {
  let underWay = 0
  let begun = 0
  return {
    async during(wait) {
      underWay += 1
      begun += 1
      try {
        return await wait
      } finally {
        underWay -= 1
      }
    },
    get underWay() {
      return underWay
    },
    get begun() {
      return begun
    },
  }
}
