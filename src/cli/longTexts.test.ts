import { expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering } from './answering.test.data.js'
import { everyOutput } from './everyOutput.test.data.js'

const long = 'x'.repeat(200_000)

/** Runs on the reference service with a long text after each value of this name in answers; requests lose it. */
async function runWith(name: string, only: readonly string[]): Promise<Awaited<ReturnType<typeof everyOutput>>> {
  const reference = await startReference()
  const forward = forwardTo(reference.url)
  const server = await startAnswering(async (request, body) => {
    const answer = await forward(request, body.replaceAll(long, ''))
    // One of a list is enough: all of them would be more than is read of a body.
    return { ...answer, body: String(answer.body).replace(new RegExp(`"${name}":"[^"]*`), `$&${long}`) }
  })
  try {
    const profile = `target: { url: '${server.url}', headers: { Authorization: 'Bearer reference-token-a' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
    return await everyOutput(
      profile,
      {},
      only.flatMap((id) => ['--only', id]),
    )
  } finally {
    await server.close()
    await reference.close()
  }
}

test('a status of 200 kB fails, and nothing that the run writes holds it whole', async () => {
  const { exit, texts } = await runWith('status', ['reserve.starts-on-hold', 'read.equals-created'])
  expect(exit, texts.get('the screen')).toBe(1)
  const sizes = [...texts].map(([file, text]) => [file, text.length < 1_000_000])
  expect(sizes.filter(([, isSmall]) => isSmall === false)).toEqual([])
  expect(texts.get('exchanges.ndjson')).toMatch(/ON_HOLDx+~cut-by-octospec-200007-characters-sha256-[0-9a-f]{16}"/)
})

test('an availabilityId of 200 kB is sent back whole', async () => {
  const { exit, texts } = await runWith('id', ['reserve.creates-a-booking'])
  expect(exit, texts.get('the screen')).toBe(0)
  expect(texts.get('exchanges.ndjson')?.length).toBeLessThan(500_000)
})
