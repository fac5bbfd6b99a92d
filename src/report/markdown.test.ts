import { expect, test } from 'vitest'
import { reportOf } from '../judge/report.test.data.js'
import { codeMarkdown, plainMarkdown } from './escape.js'
import { everyOutcome, noEvidence, renderedAs } from './formats.test.data.js'

const report = everyOutcome()
const input = { report, evidence: noEvidence }

test('Markdown says the verdict first, then the failures, and folds the rest', async () => {
  const markdown = await renderedAs('md', input)
  expect(markdown).toMatch(/^## 💥 octospec: suite-error. octospec itself broke/)
  expect(markdown).toContain('| reserve | 1 | 1 | 1 | 0 | 0 | 0 |')
  expect(markdown).toContain(
    '### Failures (1 defect, 1 check)\n\n- **The status of a new booking is not ON_HOLD**: Bookings do not keep to their states\n  - check `reserve.bad`: x\n  - clause `4.2/new-booking-on-hold` (must)',
  )
  expect(markdown).toContain('    - received ` "CONFIRMED" `')
  expect(markdown).toMatch(
    /### What it means\n\n1\. \*\*Bookings do not keep .* Next, the team that builds the server: /,
  )
  expect(markdown).toContain('- `list.known` until 2027-01-31: ` ticket 4711 `')
  expect(markdown).toContain('<details><summary>Not checked: 2 clauses (1 check)</summary>')
})

test('neither a fence that is too long for GitHub nor a reference of GitLab comes of a text', () => {
  expect(codeMarkdown(`${'`'.repeat(80)} ![x](//evil)`)).toBe('` (80 backticks) ![x](//evil) `')
  expect(plainMarkdown('a [vulnerability:123] and gh-12')).not.toMatch(/(\[|&#91;)vul|gh-12/)
})

test('Markdown has one card a defect, with the names of the other checks that show it', async () => {
  const both = [
    { id: 'reserve.bad', clause: '4.2/new-booking-on-hold', outcome: 'fail' },
    { id: 'reserve.each', clause: '4.2/new-booking-on-hold', outcome: 'fail' },
  ] as const
  const markdown = await renderedAs('md', { report: reportOf([...both]), evidence: noEvidence })
  expect(markdown).toContain('### Failures (1 defect, 2 checks)')
  expect(markdown).toContain('  - as well: `reserve.each`')
})
