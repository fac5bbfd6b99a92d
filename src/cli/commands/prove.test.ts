import { expect, test } from 'vitest'
import { main } from '../main.js'
import { testIo } from '../testIo.test.data.js'

test.each([['--effort', 'smoke'], ['--everything']])(
  'groups are of focused runs, so that --together and %s are wrong use, with the reason',
  async (...other) => {
    const io = testIo()
    expect(await main(['prove', '--together', '8', ...other, '--only', 'get-loses-notes'], io)).toBe(2)
    expect(io.err()).toContain(
      `OCTOSPEC_USAGE: --together does not go together with ${other[0]}: a group is run with the`,
    )
  },
)
