import type fc from 'fast-check'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OpenAPIV3_1 } from 'openapi-types'
import { applyOverlay, type Overlay } from './applyOverlay.js'
import { arbitraryOf } from './arbitraryOf.js'
import {
  type Clause,
  type Clauses,
  type Impact,
  type Impacts,
  readImpacts,
  type Lifecycle,
  type LifecycleFile,
  readLifecycle,
} from './clause.js'
import { contractOperations, type ContractOperation } from './contractOperations.js'
import { contractRefs, type ContractSchema, type ResolveRef, type DocumentFormats } from './contractSchema.js'
import { contractValidators, type ContractValidator } from './contractValidator.js'
import { type JsonObject, readPointer, isJsonObject } from './json.js'
import { readSpec } from './builtSpec.js'
import { specFile, toolVersion } from './specFile.js'

/** Which contract: the base alone, or with what the capability adds. */
export interface ContractOptions {
  readonly capability: boolean
}

/** The documents of one service as data: its answers, its rules, and how its resources move from state to state. */
export interface Contract {
  /** Which contract and clauses are judged by: a report is only comparable with one of the same. */
  readonly identity: { readonly version: string; readonly sha256: string }
  /** Every clause, in the order of the documents. */
  readonly clauses: readonly Clause[]
  /** The titles of the documents' sections, by number, chapters included. */
  readonly sections: Readonly<Record<string, string>>
  readonly lifecycle: Lifecycle
  /** The meaning of broken clauses, the worst first. Nothing is judged by it, so it is no part of the identity. */
  readonly impacts: readonly Impact[]
  /** The clause of this id, or `undefined` where there is none. */
  clause(id: string): Clause | undefined
  /** The formats that the documents do not mean as the standard does. */
  readonly formats: DocumentFormats
  /** The OpenAPI document. Shared: who changes it takes a copy. */
  document(options: ContractOptions): JsonObject
  openApi(options: ContractOptions): OpenAPIV3_1.Document
  has(schema: string, options: ContractOptions): boolean
  /** The operations, in the order of the contract, what their requests have and what they answer. */
  readonly operations: readonly Omit<ContractOperation, 'content'>[]
  /**
   * What one input of an operation may be, with all that the capability adds; by the name that a profile has for it.
   * @throws Error where the operation has no such input
   */
  input(operation: string, name: string): ContractSchema
  /** Follows references. */
  refs(options: ContractOptions): ResolveRef
  /** A schema's validator, compiled on demand and kept. Schemas of the capability are validated with it. */
  validator(schema: string, options: ContractOptions): ContractValidator
  /** Payloads that a component schema accepts. They need not keep what lies beyond the schema. */
  arbitrary(schema: string, options: ContractOptions): fc.Arbitrary<unknown>
}

export function schemaRef(schema: string): string {
  return `#/components/schemas/${schema}`
}

const files = {
  openApi: 'openapi.yaml',
  overlay: 'capability.overlay.yaml',
  clauses: 'clauses.yaml',
  lifecycle: 'lifecycle.yaml',
}

/**
 * The contract in a folder of `spec/`: `openapi.yaml`, `capability.overlay.yaml`, `clauses.yaml` and `lifecycle.yaml`.
 * Each is read once, when it is first asked for.
 * @param formats those that its documents do not mean as the standard does
 */
export function openContract(folder: string, formats: DocumentFormats = {}): Contract {
  // The parser's result has no static type; tests check each of our own files against the type that is named.
  const read = <File>(name: string): File => readSpec(`${folder}/${name}`) as File

  const clauses = once(() => read<Clauses>(files.clauses))
  const byId = once(() => new Map(clauses().clauses.map((clause) => [clause.id, clause])))
  const impacts = once(() => readImpacts(read<Impacts>('impacts.yaml'), clauses().clauses))
  const base = once(() => read<JsonObject>(files.openApi))
  const extended = once(() => applyOverlay(base(), read<Overlay>(files.overlay)))
  const document = ({ capability }: ContractOptions): JsonObject => (capability ? extended() : base())
  const validators = {
    base: once(() => contractValidators(base(), builtNames(folder).base, formats)),
    extended: once(() => contractValidators(extended(), builtNames(folder).extended, formats)),
  }
  const operations = once(() => contractOperations(extended()))
  const lifecycle = once(() => readLifecycle(read<LifecycleFile>(files.lifecycle), clauses().clauses, operations()))
  const identity = once(() => identityOf(folder))
  /** A schema that the capability adds exists only with the capability. */
  const fitting = (schema: string, { capability }: ContractOptions): boolean => capability || !has(base(), schema)

  return {
    get identity() {
      return identity()
    },
    get clauses() {
      return clauses().clauses
    },
    get sections() {
      return clauses().sections
    },
    get lifecycle() {
      return lifecycle()
    },
    get impacts() {
      return impacts()
    },
    clause: (id) => byId().get(id),
    formats,
    document,
    // Our own file; a test checks it against the OpenAPI schema.
    openApi: (options) => structuredClone(document(options)) as unknown as OpenAPIV3_1.Document,
    has: (schema, options) => has(document(options), schema),
    get operations() {
      return operations()
    },
    input: (operation, name) => {
      const inputs = operations().find(({ id }) => id === operation)?.inputs ?? []
      const found = inputs.find((input) => input.name === name)
      if (found === undefined) throw new Error(`${operation} has no input ${name} in the contract`)
      return found.schema
    },
    refs: (options) => contractRefs(document(options)),
    validator: (schema, options) =>
      (fitting(schema, options) ? validators.extended() : validators.base())(schemaRef(schema)),
    arbitrary: (schema, options) => {
      const refs = contractRefs(document({ capability: fitting(schema, options) }))
      return arbitraryOf(refs(schemaRef(schema)), refs, formats)
    },
  }
}

function identityOf(folder: string): Contract['identity'] {
  const hash = createHash('sha256')
  for (const name of Object.values(files)) hash.update(readFileSync(specFile(`${folder}/${name}`)))
  return { version: toolVersion(), sha256: hash.digest('hex') }
}

/** The names of the code that the build makes of the schemas of a folder, without and with the capability. */
export function builtNames(folder: string): { readonly base: string; readonly extended: string } {
  return { base: `${folder}/base.schemas`, extended: `${folder}/capability.schemas` }
}

function has(document: JsonObject, schema: string): boolean {
  return readPointer<unknown>(document, schemaRef(schema).slice(1)) !== undefined
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

export function wordsOf(contract: Pick<Contract, 'document' | 'lifecycle'>): readonly string[] {
  const words = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'string') words.add(value)
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isJsonObject(value)) return
    for (const [name, member] of Object.entries(value)) {
      if (name === 'properties' && isJsonObject(member)) for (const each of Object.keys(member)) words.add(each)
      if (name === 'enum' && Array.isArray(member)) member.forEach(add)
      if (name === 'const') add(member)
      walk(member)
    }
  }
  for (const { status } of contract.lifecycle.states) add(status)
  walk(contract.document({ capability: true })['components'])
  return [...words]
}
