import { formats } from '../report/formats/index.js'
import { usage } from './cliError.js'
import { texts, type Option } from './options.js'

const anyTexts = texts('report', `formats, with commas between: ${formats.map(({ name }) => name).join(', ')}`)

/** `--report`: names of formats that there are; none where it is not given. */
export const reportNames: Option<readonly string[]> = {
  ...anyTexts,
  coerce: (given) => {
    const asked = namesIn(anyTexts.coerce(given))
    const known = formats.map(({ name }) => name)
    const wrong = asked.find((name) => !known.includes(name))
    if (wrong !== undefined) throw usage(`there is no report format '${wrong}'`, `take of: ${known.join(', ')}`)
    return asked
  },
}

/** The names in lists with commas between. */
export function namesIn(lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(',')).map((name) => name.trim())
}
