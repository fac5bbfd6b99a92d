import type { Shard } from '../fleet/shard.js'
import { usage } from './cliError.js'
import { text, type Option } from './options.js'

export function shardOption(name: string, describe: string): Option<Shard | undefined> {
  const onePart = text(name, describe)
  return {
    ...onePart,
    coerce: (given) => {
      const asked = onePart.coerce(given)
      if (asked === undefined) return undefined
      const [index = 0, of = 0] = /^\d{1,3}\/\d{1,3}$/.test(asked) ? asked.split('/').map(Number) : []
      if (index < 1 || index > of) throw usage(`--${name} takes a part of a whole, such as 2/4, but got '${asked}'`)
      return { index, of }
    },
  }
}
