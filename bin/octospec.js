#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/src/cli/main.js', import.meta.url)
if (existsSync(built)) {
  const { main } = await import(built.href)
  process.exitCode = await main(process.argv.slice(2))
} else {
  process.stderr.write('error: octospec is not built\n  dist/ is missing\n  do: npm run build\n')
  process.exitCode = 5
}
