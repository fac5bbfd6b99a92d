import { expect, test } from 'vitest'
import { mutationMarkdown } from './mutationMarkdown.js'
import type { Mutant } from './mutationReport.js'

const mutants = (status: string, count: number, mutatorName = 'EqualityOperator'): readonly Mutant[] =>
  Array.from({ length: count }, () => ({ status, mutatorName }))

test('the score counts endless mutants as killed and those that no test reaches as survivors', () => {
  const files = {
    'src/run/a.ts': { mutants: [...mutants('Killed', 6), ...mutants('Survived', 1, 'StringLiteral')] },
    'src/run/b.ts': { mutants: [...mutants('Timeout', 1), ...mutants('NoCoverage', 1), ...mutants('Ignored', 9)] },
  }
  const text = mutationMarkdown([{ name: 'src/run', report: { files }, commit: 'c0ffee', seconds: 125 }], {
    files: ['suites/a.ts'],
    of: 7,
  })
  expect(text).toContain('| `src/run` | 9 | 7 | 1 | 1 | **77.8** | 87.5 | 2 min | c0ffee |')
  expect(text).toContain('and 9 mutants in code that is run once')
  expect(text).toContain('The suites have not been measured yet.')
})

test('a part without mutants has no score', () => {
  const text = mutationMarkdown([{ name: 'src/x', report: { files: {} }, commit: 'c0ffee', seconds: null }], {
    files: [],
    of: 0,
  })
  expect(text).toContain('| `src/x` | 0 | 0 | 0 | 0 | **** |  |  | c0ffee |')
})

test('the sample of the suites is named where it was measured', () => {
  const suites = { name: 'suites', report: { files: {} }, commit: 'c0ffee', seconds: null }
  const text = mutationMarkdown([suites], { files: ['suites/a.ts'], of: 7 })
  expect(text).toContain('1 of 7: `suites/a.ts`')
})
