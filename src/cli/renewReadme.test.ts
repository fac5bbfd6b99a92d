import { expect, test } from 'vitest'
import { renewReadme } from './commands/prove.js'

test('the headline between the markers is replaced, and nothing else', () => {
  const readme = '# a\n\n<!-- proof -->[1 fault](old.md)<!-- /proof -->\n\n1 fault\n'
  expect(renewReadme(readme, '2 faults, $& caught', 'reports/README.md')).toBe(
    '# a\n\n<!-- proof -->[2 faults, $& caught](reports/README.md)<!-- /proof -->\n\n1 fault\n',
  )
})

test('a README without the markers is not touched', () => {
  expect(renewReadme('# a\n<!-- proof -->\n', '2 faults', 'reports/README.md')).toBeNull()
})
