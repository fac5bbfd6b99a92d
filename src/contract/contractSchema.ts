/** The subset of JSON Schema 2020-12 that contracts are written in, with our own annotations. */
export interface ContractSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly items?: ContractSchema
  readonly properties?: Readonly<Record<string, ContractSchema>>
  readonly required?: readonly string[]
  readonly allOf?: readonly ContractSchema[]
  readonly anyOf?: readonly ContractSchema[]
  readonly oneOf?: readonly ContractSchema[]
  readonly 'x-clause'?: string
  /** The clauses of single keywords, where they are others: `{ minimum: '2.5/expiration-minutes-in-range' }`. */
  readonly 'x-clause-of'?: Readonly<Record<string, string>>
  readonly 'x-gap'?: string
  readonly 'x-field'?: string
}

/** Follows a local reference such as `#/components/schemas/Location`. Throws where it leads nowhere. */
export type ResolveRef = (ref: string) => ContractSchema
