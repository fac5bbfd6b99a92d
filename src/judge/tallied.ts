import type { Answer } from '../wire/answer.js'
import type { Tally, TallyEntry } from '../suite/tally.js'
import type { TallyResult, TallyRow } from './report.js'

/** Rows of a tally: a hostile target may answer with new words every time. */
const most = 100

/** Characters of a word. */
const longest = 60

export class Tallied {
  readonly #tally: Tally
  readonly #rows = new Map<string, TallyRow>()

  constructor(tally: Tally) {
    this.#tally = tally
  }

  see(answer: Answer): void {
    for (const entry of this.#tally.of(answer)) this.#count(entry, answer.n)
  }

  result(): TallyResult {
    const { id, title, note, words, numbers } = this.#tally
    const rows = [...this.#rows.values()].sort((a, b) => b.times - a.times || a.exchange - b.exchange)
    return { id, title, note, words, numbers, rows }
  }

  #count({ words: given, numbers }: TallyEntry, exchange: number): void {
    const words = given.map((word) => (word.length <= longest ? word : `${word.slice(0, longest)}…`))
    const key = JSON.stringify(words)
    const row = this.#rows.get(key)
    if (row === undefined && this.#rows.size >= most) return
    this.#rows.set(key, {
      words,
      numbers: numbers.map((number, at) => widened(row?.numbers[at] ?? null, number)),
      times: (row?.times ?? 0) + 1,
      exchange: row?.exchange ?? exchange,
    })
  }
}

type Range = TallyRow['numbers'][number]

function widened(range: Range, number: number | null): Range {
  if (number === null) return range
  return { least: Math.min(range?.least ?? number, number), most: Math.max(range?.most ?? number, number) }
}
