import { readFileSync } from 'node:fs'
import { specFile } from './specFile.js'

let version: string | null = null

export function toolVersion(): string {
  if (version !== null) return version
  const found: unknown = JSON.parse(readFileSync(specFile('../package.json'), 'utf8'))
  const named = typeof found === 'object' && found !== null && 'version' in found ? found.version : undefined
  version = typeof named === 'string' ? named : 'unknown'
  return version
}
