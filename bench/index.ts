/**
 * How fast octospec is: each figure is a ratio against a yardstick that is measured in the same minutes, so that it says something of
 * octospec and not of the machine. Prints a page.
 *
 *   npm run bench [-- REPETITIONS]
 */
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { specFile } from '../src/contract/specFile.js'
import type { Figure } from './figure.js'
import { installed } from './install.js'
import { proxiedFigure } from './proxied.js'
import { judgingFigure, runFigure } from './runs.js'
import { startFigures } from './starts.js'

const repetitions = Number(process.argv[2] ?? 5)
const figures: Figure[] = []
const add = (figure: Figure): void => {
  figures.push(figure)
  console.log(rowOf(figure))
}

for (const figure of await startFigures(repetitions)) add(figure)
const { figure: installing, rows: sizes } = await installed(repetitions)
add(installing)
for (const latency of [0, 20, 100])
  for (const concurrency of [4, 16]) add(await runFigure(latency, concurrency, Math.min(repetitions, 3)))
add(await judgingFigure(repetitions))
for (const latency of [0, 20]) add(await proxiedFigure(latency, Math.min(repetitions, 3)))
const memory = execFileSync(process.execPath, ['--expose-gc', specFile('../dist/bench/report-memory.js')], {
  encoding: 'utf8',
}).trim()

const page = `# How fast octospec is

By \`npm run bench\`: ${repetitions} repetitions (3 of a run), Node ${process.version}, ${cpus().length} processors.

Each figure is the median of repetitions that alternate with those of its yardstick, in milliseconds, and their ratio.

| what | took | yardstick | took | ratio |
| --- | ---: | --- | ---: | ---: |
${figures.map(rowOf).join('\n')}

The package, installed into an empty project from npm's cache.

| what | size | at most |
| --- | ---: | ---: |
${sizes.join('\n')}

Judging a run again and writing its reports in all formats: the most of the heap that was alive, and how that is to the first row.

| exchanges | evidence | heap | ratio | seconds |
| ---: | ---: | ---: | ---: | ---: |
${memory}
`
console.log(page)

function rowOf({ what, yardstick, took, yardstickTook, ratio }: Figure): string {
  return `| ${what} | ${took.toFixed(0)} | ${yardstick} | ${yardstickTook.toFixed(0)} | ${ratio.toFixed(2)} |`
}
