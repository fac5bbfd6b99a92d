import type { Answer } from '../wire/answer.js'

/** Values of a run that are worth seeing together. They are counted over all answers, and never judged. */
export interface Tally {
  /** Anchor of its table in a report. */
  readonly id: string
  readonly title: string
  /** What is counted, and what its numbers are. */
  readonly note: string
  /** Heads of the columns of words: what is one and the same there is one row. */
  readonly words: readonly string[]
  /** Heads of the columns of numbers: a row shows the least and the most of each. */
  readonly numbers: readonly string[]
  /** What one answer shows. A method, so that a pack may take its own answers. */
  of(answer: Answer): readonly TallyEntry[]
}

/** One thing that an answer shows. */
export interface TallyEntry {
  /** As many as there are columns of words; hostile text. */
  readonly words: readonly string[]
  /** As many as there are columns of numbers; null: not shown. */
  readonly numbers: readonly (number | null)[]
}
