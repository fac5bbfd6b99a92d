/** A package as the lockfile has it, with the licence that it states. */
export interface Installed {
  /** Its place, `node_modules/name`. */
  readonly place: string
  /** As its `package.json` has it, an SPDX expression; undefined: it states none. */
  readonly licence: string | undefined
  /** Used to build and test alone: no user of octospec gets it. */
  readonly dev: boolean
}

/** Licences that ask for no more than to be named. */
const free: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
])

/** What may help to build and test, and is not passed on. */
const forTools: ReadonlySet<string> = new Set(['MPL-2.0', 'CC-BY-4.0', 'MIT/X11'])

/** Packages whose licence is none that octospec may come with, a line each. */
export function licenceFaults(packages: readonly Installed[]): readonly string[] {
  return packages.flatMap(({ place, licence, dev }) => {
    const may = (name: string): boolean => free.has(name) || (dev && forTools.has(name))
    if (licence === undefined) return [`${place} states no licence`]
    return allows(licence, may) ? [] : [`${place} is licensed ${licence}, which is not in the list of scripts/vet/`]
  })
}

/** Whether an expression of names, OR and AND is met; whatever else it holds is not. */
function allows(expression: string, may: (name: string) => boolean): boolean {
  const bare = expression.startsWith('(') && expression.endsWith(')') ? expression.slice(1, -1) : expression
  return bare.split(' OR ').some((every) => every.split(' AND ').every(may))
}
