import { expect, test } from 'vitest'
import { withoutCommands } from './io.js'

const github = { GITHUB_ACTIONS: 'true' }

test.each([
  ['::stop-commands::x', ':\\u003astop-commands::x'],
  ['ok\n \t ::set-output name=a::b', 'ok\n \t :\\u003aset-output name=a::b'],
  ['::error::owned', ':\\u003aerror::owned'],
  ['::ADD-MASK::x', ':\\u003aADD-MASK::x'],
  ['##[error]owned', '#\\u0023[error]owned'],
  ['x ##vso[task.setvariable variable=a]b', 'x #\\u0023vso[task.setvariable variable=a]b'],
])('the command %j is shown and not obeyed', (text, shown) => {
  expect(withoutCommands(text, github)).toBe(shown)
})

test.each(['::1 is an address', 'see a::b', '::error file=p.yaml,line=1,title=x::said', '## heading'])(
  '%j stays',
  (text) => {
    expect(withoutCommands(text, github)).toBe(text)
  },
)

test('outside of GitHub a line may begin with colons', () => {
  expect(withoutCommands('::group::x', {})).toBe('::group::x')
})

test('it takes no longer than the text is long', () => {
  const started = performance.now()
  for (const text of [' '.repeat(2e6), '\u2028'.repeat(2e6), `::${'a'.repeat(2e6)}`, `::error ${'title='.repeat(3e5)}`])
    withoutCommands(text, github)
  expect(performance.now() - started).toBeLessThan(5000)
})
