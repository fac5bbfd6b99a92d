import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { applyOverlay, type Overlay } from './applyOverlay.js'
import type { JsonObject } from './jsonObject.js'
import { specFile } from './specFile.js'

/** Which contract: the base alone, or with what `octo/pricing` adds. */
export interface ContractOptions {
  readonly pricing: boolean
}

const documents = new Map<boolean, JsonObject>()

/** The contract as it is read, once a process. Shared: who changes it takes a copy ({@link loadContract} gives one). */
export function contractDocument({ pricing }: ContractOptions): JsonObject {
  const known = documents.get(pricing)
  if (known !== undefined) return known
  const document = pricing
    ? applyOverlay(contractDocument({ pricing: false }), readYaml<Overlay>('transfers/pricing.overlay.yaml'))
    : readYaml<JsonObject>('transfers/openapi.yaml')
  documents.set(pricing, document)
  return document
}

/** The caller names the type: both files are our own and a test holds them to their schemas. */
function readYaml<File>(name: string): File {
  // The parser's result has no static type.
  return parse(readFileSync(specFile(name), 'utf8')) as File
}
