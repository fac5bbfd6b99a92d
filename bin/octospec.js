#!/usr/bin/env node
// CommonJS, as `package.json` beside it says: Node has it running before it has loaded what ES modules take.
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const [only, ...more] = process.argv.slice(2)
const built = join(__dirname, '..', 'dist', 'bundle', 'main.js')
if (more.length === 0 && (only === '--version' || only === '-v')) {
  // Scripts ask for it often, so nothing is loaded to say it.
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'))
  process.stdout.write(`${version}\n`)
} else if (existsSync(built)) {
  void run()
} else {
  process.stderr.write('error: octospec is not built\n  dist/ is missing\n  do: npm run build\n')
  process.exitCode = 5
}

async function run() {
  const { pathToFileURL } = require('node:url')
  const { main } = await import(pathToFileURL(built).href)
  process.exitCode = await main(process.argv.slice(2))
}
