/**
 * Runs scripts of package.json side by side, as many as there are cores, and prints the output of each at its end.
 * Fails if one does.
 *
 *   node dist/scripts/abreast.js lint knip
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

const most = 64 * 1024 * 1024

await pLimit(availableParallelism()).map(process.argv.slice(2), async (name) => {
  const failed = await new Promise<boolean>((resolve) => {
    execFile('npm', ['run', name], { maxBuffer: most }, (error, out, err) => {
      process.stdout.write(`${out}${err}`)
      resolve(error !== null)
    })
  })
  if (!failed) return
  process.stdout.write(`npm run ${name} failed\n`)
  process.exitCode = 1
})
