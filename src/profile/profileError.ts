import { escapeText } from '../contract/escapeText.js'

/** One thing that is wrong with a profile. Plain data; no text in it holds the value of an environment variable. */
export interface ProfileProblem {
  /** The file as it was named, or `<command line>`. */
  readonly file: string
  /** From 1; null: the problem has no place in a file. */
  readonly line: number | null
  readonly column: number | null
  /** Dotted, such as `operations.list.page` or `waive.0.until`; empty: the file as a whole. */
  readonly key: string
  /** The sentence without its place: `expected X but found Y; did you mean 'Z'?` */
  readonly message: string
  readonly expected: string
  readonly found: string
  readonly suggestion?: string
}

/** What {@link makeProblem} needs: a problem without the sentence. */
export type ProblemParts = Omit<ProfileProblem, 'message'>

export function makeProblem(parts: ProblemParts): ProfileProblem {
  const meant = parts.suggestion === undefined ? '' : `; did you mean '${parts.suggestion}'?`
  return { ...parts, message: `expected ${parts.expected} but found ${parts.found}${meant}` }
}

/** Characters of one that are said. */
const longest = 2000

/** `file:line:column: key: expected X but found Y; did you mean 'Z'?` */
export function formatProblem(problem: ProfileProblem): string {
  const place = problem.line === null ? problem.file : `${problem.file}:${problem.line}:${problem.column ?? 1}`
  return escapeText(`${place}: ${problem.key === '' ? '' : `${problem.key}: `}${problem.message}`, longest)
}

/** Problems that the message of the error says; nobody reads more at once. */
const mostSaid = 100

/** A profile that cannot be used: all its problems, in the order of the file. Nothing was sent to the target. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly code = 'OCTOSPEC_PROFILE'
  readonly problems: readonly ProfileProblem[]

  /** The remedy, where it is another than to correct the places named. */
  readonly remedy: string | undefined

  constructor(problems: readonly ProfileProblem[], remedy?: string) {
    const more = problems.length - mostSaid
    super([...problems.slice(0, mostSaid).map(formatProblem), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
    this.problems = problems
    this.remedy = remedy
    // Where octospec noticed it says nothing to the author of a profile, also where nobody catches this.
    this.stack = `${this.name}: ${this.message}`
  }
}
