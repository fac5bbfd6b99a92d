import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { tryMain } from '../testIo.test.data.js'

const offered = async (...words: string[]): Promise<readonly string[]> =>
  (await tryMain(['--completions', 'octospec', ...words])).out.trimEnd().split('\n')

test('commands are offered, and the options of the command that is being typed', async () => {
  expect(await offered('')).toEqual(expect.arrayContaining(['run', 'settle', 'validate']))
  expect(await offered('se')).toEqual(['settle', 'serve'])
  expect(await offered('run', '--allow')).toEqual(['--allow-untested', '--allow-live-bookings'])
  expect(await offered('no-such-command', '--')).toEqual([''])
  expect(await offered('run', '--out', 'f')).toEqual([''])
})

test('values are offered where they are known: words, formats behind a comma, faults, checks and clauses', async () => {
  expect(await offered('run', '--effort', '')).toEqual(['smoke', 'low', 'normal', 'high'])
  expect(await offered('run', '--report', 'html,jun')).toEqual(['html,junit'])
  // As bash splits `--effort=s`.
  expect(await offered('run', '--effort', '=', 's')).toEqual(['smoke'])
  expect(await offered('run', '--effort', '=')).toHaveLength(4)
  // As zsh and fish leave it.
  expect(await offered('run', '--effort=s')).toEqual(['--effort=smoke'])
  expect(await offered('run', '--report=html,jun')).toEqual(['--report=html,junit'])
  expect(await offered('run', '--out=s')).toEqual([''])
  expect(await offered('run', '--fault', 'confirm-not-s')).toContain('confirm-not-saved')
  expect(await offered('run', '--quiet', '--only', '4.1/transfers-a')).toEqual(['4.1/transfers-accepted'])
  expect(await offered('explain', 'confirm.a')).toContain('confirm.accepted')
  expect(await offered('explain', 'unver')).toEqual(['unverified'])
  expect(await offered('show', 'monday', 'confirm.a')).toContain('confirm.accepted')
  // A run is a folder, which the shell knows.
  expect(await offered('show', 'conf')).toEqual([''])
  expect(await offered('run', '--constructor', '')).toEqual([''])
})

test('bash takes the script, and asks for what was typed up to the cursor', async () => {
  const { out } = await tryMain(['completion'], { env: { SHELL: '/bin/bash' } })
  const script = `octospec() { IFS=' '; echo "asked:$*"; }
${out}
COMP_WORDS=(octospec run --o later); COMP_CWORD=2; _octospec; printf '%s' "\${COMPREPLY[0]}"`
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('asked:--completions octospec run --o')
})

test('zsh gets a script of its own', async () => {
  expect((await tryMain(['completion'], { env: { SHELL: '/usr/bin/zsh' } })).out).toContain(
    'compdef _octospec octospec',
  )
  expect((await tryMain(['completion', '--shell', 'zsh'])).out).toContain('compadd')
})

test('fish gets a script of its own, by its name or as the shell in use', async () => {
  const { out } = await tryMain(['completion', '--shell', 'fish'])
  expect(out).toContain("complete -c octospec -f -a '(__octospec)'")
  expect((await tryMain(['completion'], { env: { SHELL: '/usr/bin/fish' } })).out).toBe(out)
})
