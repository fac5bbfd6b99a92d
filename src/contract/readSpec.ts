import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { specFile } from './specFile.js'

/** A YAML file of `spec/` as the build leaves it: parsed, with the hash of what it was parsed from. */
interface ParsedSpec {
  readonly sha256: string
  readonly content: unknown
}

/** A YAML file of `spec/`, as the build parsed it where that is of this very source. */
export function readSpec(name: string): unknown {
  const source = readFileSync(specFile(name), 'utf8')
  const file = parsedSpecFile(name)
  if (!existsSync(file)) return parse(source)
  // Our own build wrote it, by `parsedSpec`.
  const { sha256, content } = JSON.parse(readFileSync(file, 'utf8')) as ParsedSpec
  return sha256 === hashOf(source) ? content : parse(source)
}

/** What the build writes of a YAML file of `spec/`, into `parsedSpecFile`. */
export function parsedSpec(name: string): string {
  const source = readFileSync(specFile(name), 'utf8')
  return JSON.stringify({ sha256: hashOf(source), content: parse(source) } satisfies ParsedSpec)
}

export function parsedSpecFile(name: string): string {
  return specFile(`../dist/spec/${name}.json`)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
