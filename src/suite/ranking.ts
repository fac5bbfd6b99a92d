import { existsSync, readFileSync } from 'node:fs'
import { specFile } from '../contract/specFile.js'

/** One scenario: what it costs, and what the proof shows it to find. */
export interface Ranked {
  readonly id: string
  /** That it sends on the reference service, with those that end what it made. */
  readonly requests: number
  /** Faults that it shows, and none before it in the ranking. */
  readonly faults: number
}

/** The scenarios in the order that finds most with the fewest requests, by `reports/kills.csv`. `octospec prove` writes it. */
export interface Ranking {
  /** How many of them, from the first, a smoke run has. */
  readonly smoke: number
  readonly scenarios: readonly Ranked[]
}

/** Where the ranking of a pack stands, in `spec/`. */
export function rankingFile(folder: string): string {
  return `${folder}/ranking.json`
}

/** The ranking of the pack with this folder in `spec/`; of one that was never proven, an empty one. */
export function readRanking(folder: string): Ranking {
  const path = specFile(rankingFile(folder))
  if (!existsSync(path)) return { smoke: 0, scenarios: [] }
  // Our own file, written by `octospec prove`.
  return JSON.parse(readFileSync(path, 'utf8')) as Ranking
}
