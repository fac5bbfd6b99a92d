import type { Path } from './yamlSource.js'

export interface Complaint {
  readonly path: Path
  /** `key`: the key itself is wrong; `missing`: there is none. */
  readonly about: 'key' | 'value' | 'missing'
  readonly expected: string
  /** It says more than what the schema says of the same place. */
  readonly isPlainer?: true
  /** In place of the value itself, where showing that would not help or would show a secret. */
  readonly found?: string
  readonly suggestion?: string
}

export type Wrong = Omit<Complaint, 'path' | 'about'> & Partial<Pick<Complaint, 'about'>>
