import type { Contract } from '../../contract/contract.js'
import type { Verdict } from '../../judge/report.js'
import type { Style } from './style.js'

export interface SummaryOptions {
  readonly style: Style
  readonly quiet: boolean
  readonly verbose: boolean
  /** Files that were written, as they are to be shown. */
  readonly files: readonly string[]
  /** The exit code of the command, where it is not the verdict's own. */
  readonly exit?: number
  /** Not all files could be written: what is left on the target is told here in full. */
  readonly unwritten?: boolean
  /** The command that completes the report once holds have aged, and cancels what is left; null: the target has ended with the run. */
  readonly resume?: string | null
  /** When to come back, where one more moment would not do. */
  readonly visits?: string | null
  /** What a baseline came to: a line about it, and the verdict that decides the exit code. */
  readonly baseline?: { readonly line: string; readonly verdict: Verdict }
  readonly contract: Pick<Contract, 'impacts'>
}
