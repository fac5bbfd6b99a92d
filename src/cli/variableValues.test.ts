import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { main } from './main.js'
import { testIo } from './testIo.test.data.js'

const profile = (url: string): string => `target:
  url: ${url}
  headers: { Authorization: 'Bearer \${OCTO_TOKEN}', X-Channel: '\${CHANNEL}', X-State: '\${STATE}', X-Version: '\${YEAR}' }
bookable: [{ as: standard, productId: '\${PRODUCT}', optionId: '\${OPTION}', defaultCurrency: EUR }]
operations:
  availability: { body: { localDateStart: '{today+30}', localDateEnd: '{today+36}' } }
  get: { request: 'GET /\${PATH_OF_GET}/{id}' }
`

test('whatever words variables say, a server that is right conforms, no value is in a file, and the report follows from the evidence', async () => {
  const reference = await startReference({ seed: 1 })
  try {
    const env = {
      OCTO_TOKEN: 'reference-token-a',
      CHANNEL: 'retail',
      STATE: 'ON_HOLD',
      YEAR: String(new Date().getUTCFullYear()),
      PRODUCT: 'prod-transfer',
      OPTION: 'opt-sedan',
      PATH_OF_GET: 'bookings',
    }
    const io = testIo({ env })
    const file = io.file('p.yaml', profile(reference.url))
    const only = ['reserve.*', 'read.*', 'update.*', 'booking.*'].flatMap((glob) => ['--only', glob])
    const exit = await main(['run', '--profile', file, '--out', 'out', '--effort', 'low', ...only], io)
    expect([0, 3], io.both()).toContain(exit)
    const told: { summary: { checks: unknown } } = JSON.parse(readFileSync(join(io.cwd, 'out', 'report.json'), 'utf8'))
    expect(told.summary.checks).toMatchObject({ fail: 0, warn: 0, error: 0 })
    for (const name of readdirSync(join(io.cwd, 'out')))
      expect(readFileSync(join(io.cwd, 'out', name), 'utf8'), name).not.toMatch(
        /prod-transfer|opt-sedan|reference-token/,
      )
    expect(await main(['verify', 'out'], io), io.both()).toBe(0)
  } finally {
    await reference.close()
  }
})
