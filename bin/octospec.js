#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'

const [only, ...more] = process.argv.slice(2)
const built = new URL('../dist/bundle/main.js', import.meta.url)
if (more.length === 0 && (only === '--version' || only === '-v')) {
  // Scripts ask for it often, so nothing is loaded to say it.
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
} else if (existsSync(built)) {
  const { main } = await import(built.href)
  process.exitCode = await main(process.argv.slice(2))
} else {
  process.stderr.write('error: octospec is not built\n  dist/ is missing\n  do: npm run build\n')
  process.exitCode = 5
}
