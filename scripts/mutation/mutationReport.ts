/** What is read of a report in the schema of mutation-testing-elements, which Stryker writes. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>
}

export interface Mutant {
  readonly status: string
  readonly mutatorName: string
}
