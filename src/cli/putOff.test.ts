// A target that would keep whoever asks it waiting for ever: 429 to everything, with a Retry-After of a day.
import { afterEach, expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering } from './answering.test.data.js'
import { hurriedClock } from './hostile/hurriedClock.test.data.js'
import { main } from './main.js'
import { testIo } from './testIo.test.data.js'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

const init = ['init', 'URL', '--yes', '--out', 'o.yaml', '--header', 'Authorization: Bearer reference-token-a']

test.each([
  ['run', 0, ['run', '--profile', 'p.yaml', '--out', 'out'], 4],
  ['run', 20, ['run', '--profile', 'p.yaml', '--out', 'out'], 4],
  ['doctor', 0, ['doctor', '--profile', 'p.yaml'], 4],
  ['doctor', 3, ['doctor', '--profile', 'p.yaml'], 4],
  ['resume', 0, ['resume', 'left'], 4],
  ['resume', 3, ['resume', 'left'], 4],
  ['resume --cancel-all', 0, ['resume', 'left', '--cancel-all'], 4],
  ['resume --cancel-all', 3, ['resume', 'left', '--cancel-all'], 1],
  ['init', 0, init, 4],
  ['init', 8, init, 4],
  ['init', 14, init, 4],
] as const)(
  '%s ends within minutes where every request from the %i. on is put off, and says what the target said',
  async (_name, first, words, exit) => {
    const reference = await startReference()
    const real = forwardTo(reference.url)
    let isSoon = false
    let asked = 0
    const front = await startAnswering(async (request, body) => {
      asked += 1
      if (!isSoon || asked <= first) return real(request, body)
      return { status: 429, headers: { 'retry-after': '86400' }, body: '{"error":"COME_BACK_TOMORROW"}' }
    })
    open.push(reference, front)
    const clock = hurriedClock()
    const io = testIo({ clock })
    io.file(
      'p.yaml',
      `target: { url: '${front.url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`,
    )
    if (words[1] === 'left') await main(['run', '--profile', 'p.yaml', '--only', 'hold*', '--out', 'left'], io)
    if (words[0] === 'resume' && words.length === 2) await clock.sleep(3_600_000)
    isSoon = true
    asked = 0
    const began = clock.monotonic()
    const before = { out: io.out().length, err: io.err().length }
    const ended = await main(
      words.map((word) => (word === 'URL' ? front.url : word)),
      io,
    )
    expect((clock.monotonic() - began) / 60_000).toBeLessThan(7)
    expect(ended).toBe(exit)
    expect(io.out().slice(before.out) + io.err().slice(before.err)).toContain('COME_BACK_TOMORROW')
    expect(io.both()).not.toContain('OCTOSPEC_INTERNAL')
  },
)
