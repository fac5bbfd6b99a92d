import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { curlOf } from './curl.js'
import type { Exchange } from './exchange.js'

function line(request: Exchange['request']): string {
  return curlOf({
    n: 1,
    scenario: 's',
    purpose: 'get',
    as: 'reseller',
    input: {},
    request,
    response: null,
    startedAt: 0,
    durationMs: 0,
    clockMinutes: 0,
  })
}

/** What a shell makes of the line, with a curl that prints its arguments and its input. */
async function shell(command: string): Promise<{ readonly args: readonly string[]; readonly input: string }> {
  const fake = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; case "$*" in *--data-binary*) printf 'INPUT\\0'; cat;; esac; }; ${command}`
  const { stdout } = await promisify(execFile)('sh', ['-c', fake], { env: { TOKEN: 'a b$c', HOME: '/secret' } })
  const [args = '', input = ''] = stdout.split('INPUT\0')
  return { args: args.split('\0').slice(0, -1), input }
}

test('names the variable where a secret stood, and nothing else expands', async () => {
  const command = line({
    method: 'POST',
    url: 'https://api.example/x?k=[redacted:TOKEN]',
    headers: { Authorization: 'Bearer ${TOKEN}', 'X-Slot': "${HOME} $(id) `id` 'q' \\", 'X-Empty': '' },
    body: '{"a":"it\'s ${HOME} [redacted:HOME]"}',
    placeholders: ['TOKEN'],
  })
  expect(command).toContain(`-H 'Authorization: Bearer '"$TOKEN"`)
  expect((await shell(command)).args).toEqual([
    '-sS',
    '-g',
    '--path-as-is',
    '-X',
    'POST',
    'https://api.example/x?k=a b$c',
    '-H',
    'Authorization: Bearer a b$c',
    '-H',
    "X-Slot: ${HOME} $(id) `id` 'q' \\",
    '-H',
    'X-Empty;',
    '--data-raw',
    '{"a":"it\'s ${HOME} [redacted:HOME]"}',
  ])
})

test('a body with control and direction characters is one printable line', async () => {
  const body = '@a\n\u001b[31m\u202e\u2028 %s \\n \\0101 é\u0000\n'
  const command = line({ method: 'POST', url: 'https://api.example/', headers: {}, body })
  expect(command).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
  expect((await shell(command)).input).toBe(body)
})
