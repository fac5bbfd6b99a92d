import type { Json, VariableUse } from './profile.js'
import type { Path } from './yamlSource.js'

/** A text as a profile must have it for a run to take it as it is: whatever looks like a variable in it stands for itself. Keys are never filled in. */
export function withoutVariables(value: Json): Json {
  return inTexts(value, (text) => text.replaceAll('${', () => '$${'))
}

/** What {@link withoutVariables} began with. */
export function withVariablesAsTexts(value: Json): Json {
  return inTexts(value, (text) => text.replaceAll('$${', () => '${'))
}

function inTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item: Json) => inTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inTexts(member, change)]))
}

/** A `${...}` that stands for nothing. */
export interface EnvProblem {
  readonly path: Path
  readonly text: string
  /** Name of the variable that is not set; null: there is no name in the braces. */
  readonly name: string | null
  readonly empty?: true
}

/** What {@link substituteEnv} makes. */
export interface Substituted {
  readonly value: Json
  /** Variable name to value, of those that were used and are not empty. */
  readonly secrets: Map<string, string>
  readonly uses: VariableUse[]
  readonly problems: EnvProblem[]
}

/** Puts environment variables into every text of a profile and reports what stands for nothing. */
export function substituteEnv(value: Json, env: Readonly<Record<string, string | undefined>>): Substituted {
  const secrets = new Map<string, string>()
  const uses: VariableUse[] = []
  const problems: EnvProblem[] = []
  const walk = (here: Json, path: Path): Json => {
    if (typeof here === 'string')
      return here.replaceAll(/\$\$\{|\$\{([^}]*)\}?/g, (text, inner?: string) => put(text, inner, path))
    if (Array.isArray(here)) return here.map((item: Json, index) => walk(item, [...path, String(index)]))
    if (typeof here !== 'object' || here === null) return here
    return Object.fromEntries(Object.entries(here).map(([key, member]) => [key, walk(member, [...path, key])]))
  }
  const put = (text: string, inner: string | undefined, path: Path): string => {
    if (inner === undefined) return '${'
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(inner) || !text.endsWith('}')) {
      problems.push({ path, text, name: null })
      return text
    }
    const found = Object.hasOwn(env, inner) ? env[inner] : undefined
    if (found === undefined) {
      problems.push({ path, text, name: inner })
      return text
    }
    // What CI gives for a secret that it does not know; a header without its credential would be refused for no reason that is seen.
    if (found.trim() === '' && path.at(-2) === 'headers') problems.push({ path, text, name: inner, empty: true })
    uses.push({ name: inner, path })
    if (found !== '') secrets.set(inner, found)
    return found
  }
  return { value: walk(value, []), secrets, uses, problems }
}
