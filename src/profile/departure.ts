/** What ajv says of one place, as far as it is read: types that the package publishes name no package that is bundled. */
export interface Departure {
  readonly keyword: string
  /** JSON Pointer. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  readonly parentSchema?: object
}
