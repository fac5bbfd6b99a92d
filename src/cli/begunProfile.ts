import { pack } from '../pack.js'
import type { Keys } from '../profile/key.js'
import { entriesAsMaps } from '../profile/entries.js'
import { isMap, valueAt, type JsonMap } from '../profile/mergeProfile.js'
import { readProfileFile } from '../profile/readProfileFile.js'
import { tokenMark } from '../profile/tokenSources.js'
import { yamlSource } from '../profile/yamlSource.js'
import { usage } from './errorCodes.js'
import type { Io } from './io.js'
import { readProfileOf } from '../library/readProfileOf.js'

export interface BegunProfile {
  readonly text: string
  readonly value: JsonMap
  /** `Name: value` and `name=value`, as the command line takes them. */
  readonly header: readonly string[]
  readonly query: readonly string[]
  readonly otherHeader: readonly string[]
  readonly otherQuery: readonly string[]
}

/** Reads a profile and checks what it says; what it lacks is no matter. @throws ProfileError, CliError */
export async function readBegunProfile(file: string, url: string, io: Io): Promise<BegunProfile> {
  const text = await readProfileFile(file, io.cwd)
  const { value } = yamlSource(file, text)
  const { root } = pack.profile
  const byWords = isMap(value) ? entriesAsMaps(root, value) : value
  const lacking = mustBeSaid(root.members).filter((path) => valueAt(byWords, path) === undefined)
  const isAddress = (key: string): boolean => key === 'target.url'
  const anything = lacking.map((path) => path.join('.')).map((key) => [key, isAddress(key) ? url : 'any'])
  const { target } = await readProfileOf(file, io, Object.fromEntries(anything))
  if (target.url !== url)
    throw usage(`${file} has another address than ${url}: ${target.url}`, 'give that, or mend target.url in the file')
  const said = (account: string, part: string, glue: string): readonly string[] => {
    const members = valueAt(value, [account, part])
    return Object.entries(isMap(members) ? members : {}).map(([name, each]) => `${name}${glue}${textOf(each)}`)
  }
  const begun = {
    text,
    value: isMap(value) ? value : {},
    header: said('target', 'headers', ': '),
    query: said('target', 'query', '='),
    otherHeader: said('otherReseller', 'headers', ': '),
    otherQuery: said('otherReseller', 'query', '='),
  }
  const { header, query, otherHeader, otherQuery } = begun
  if ([header, query, otherHeader, otherQuery].flat().some((each) => each.includes(tokenMark)))
    throw usage(
      `${file} asks for a token, and octospec init cannot: it sends ${tokenMark} as nothing else`,
      'take those headers and the token out of the file, give a token with --header, and put them back afterwards',
    )
  return begun
}

/** The paths of what a profile has no default for. */
function mustBeSaid(keys: Keys = {}, at: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(keys).flatMap(([name, { optional, fallback, members, words, items }]) => {
    if (optional === true || fallback === null) return []
    const { as: _, ...ofEntry } = items?.members ?? {}
    if (words !== undefined)
      return Object.entries(words).flatMap(([word, { has }]) =>
        has === 'one' ? mustBeSaid(ofEntry, [...at, name, word]) : [],
      )
    return members === undefined ? (fallback === undefined ? [[...at, name]] : []) : mustBeSaid(members, [...at, name])
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
