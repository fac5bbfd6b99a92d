import { expect, test } from 'vitest'
import { runOnReference } from '../proof/runOnReference.js'
import { pack } from '../pack.js'
import { summaryLines } from '../cli/terminal/summary.js'
import { noEvidence, renderedAs } from './formats.test.data.js'

test('what is worth a look is shown in every report with its values and its exchange, and fails and warns of nothing', async () => {
  const { report } = await runOnReference({
    variants: ['transfers-have-expired'],
    plan: { only: ['transfers.accepted'] },
  })
  expect([report.summary.checks.fail, report.summary.checks.warn]).toEqual([0, 0])
  const gap = report.gaps.find(({ id }) => id === '2.1/expiry-and-creation')
  const [remark] = gap?.worth ?? []
  expect(remark).toMatchObject({
    message: expect.stringContaining('utcExpiresAt of a transfer is 2001-01-01T00:00:00.000Z') as string,
    pointer: '/utcExpiresAt',
  })
  const exchange = remark?.exchange ?? 0
  expect(exchange).toBeGreaterThan(0)
  const options = { contract: pack.contract, style: (_format: string, text: string) => text, quiet: false, files: [] }
  const terminal = (verbose: boolean): string => summaryLines(report, { ...options, verbose }).join('\n')
  const texts = [
    await renderedAs('md', { report, evidence: noEvidence }),
    await renderedAs('html', { report, evidence: noEvidence }),
    terminal(true),
  ]
  for (const text of texts) {
    expect(text).toMatch(/worth a look/i)
    expect(text).toContain('2001-01-01T00:00:00.000Z')
    expect(text).toContain(`request ${exchange}`)
  }
  expect(terminal(false)).not.toContain('worth a look')
})
