import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering, type PlainAnswer } from './answering.test.data.js'
import { echoing, spellings } from './echoing.test.data.js'
import { everyOutput } from './everyOutput.test.data.js'
import { main } from './main.js'
import { reportError } from './errorCodes.js'
import { testIo, tryMain } from './testIo.test.data.js'

/** As a JWT is: three parts of base64url, 8 kB in all, which headers have room for. */
function longToken(): string {
  return [30, 5600, 500].map((size) => randomBytes(size).toString('base64url')).join('.')
}

const secrets = { OCTO_TOKEN: longToken(), OCTO_TOKEN_B: longToken() }

function profile(url: string, more = ''): string {
  return `target: { url: '${url}', headers: { Authorization: 'Bearer \${OCTO_TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
${more}`
}

const other = "otherReseller: { headers: { Authorization: 'Bearer ${OCTO_TOKEN_B}' } }\n"

/** Pieces of 16 characters of the tokens, all of them, and of their spellings every eighth. */
function piecesOf(tokens: readonly string[]): ReadonlySet<string> {
  const pieces = new Set<string>()
  const add = (text: string, step: number): void => {
    for (let at = 0; at + 16 <= text.length; at += step) pieces.add(text.slice(at, at + 16).toLowerCase())
  }
  for (const token of tokens) {
    add(token, 1)
    for (const spelling of spellings(token)) add(spelling, 8)
  }
  return pieces
}

function piecesIn(text: string, pieces: ReadonlySet<string>): string[] {
  const plain = text.toLowerCase()
  const found: string[] = []
  for (let at = 0; at + 16 <= plain.length; at += 1) {
    const run = plain.slice(at, at + 16)
    if (pieces.has(run)) found.push(run)
  }
  return found
}

let known: ReadonlySet<string> | undefined

/** Looks for pieces of all secrets. */
function expectNoPiece(texts: Iterable<readonly [string, string]>): void {
  known ??= piecesOf(Object.values(secrets))
  for (const [name, text] of texts) expect(piecesIn(text, known).slice(0, 5), name).toEqual([])
}

test('the search for pieces finds a part of any spelling', () => {
  const pieces = piecesOf([secrets.OCTO_TOKEN])
  for (const spelling of spellings(secrets.OCTO_TOKEN)) {
    const middle = Math.floor(spelling.length / 2)
    expect(piecesIn(`... ${spelling.slice(middle, middle + 24)} ...`, pieces)).not.toEqual([])
  }
})

test('a run with two tokens of 8 kB ends as usual, and no piece of them is anywhere', async () => {
  const tokens = Object.values(secrets)
  const reference = await startReference()
  const known = Object.fromEntries(tokens.map((token, at) => [`Bearer ${token}`, `Bearer reference-token-${'ab'[at]}`]))
  const server = await startAnswering(echoing(tokens, forwardTo(reference.url, known), 'body'), {
    maxHeaderSize: 64 * 1024,
  })
  try {
    const only = ['reserve.takes-notes', 'isolation.get*'].flatMap((pattern) => ['--only', pattern])
    const { exit, texts } = await everyOutput(profile(server.url, other), secrets, only)
    expect([0, 3], texts.get('the screen')).toContain(exit)
    expect(texts.get('exchanges.ndjson')).toContain('Bearer ${OCTO_TOKEN}')
    expect(texts.get('exchanges.ndjson')).toContain('[redacted:OCTO_TOKEN]')
    expectNoPiece(texts)
  } finally {
    await server.close()
    await reference.close()
  }
})

test.each<[string, PlainAnswer, number]>([
  ['is refused', { status: 401, headers: {}, body: 'UNAUTHORIZED' }, 2],
  ['gets a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html>' }, 2],
])('a long token that %s is in no line of the error', async (_, answer, code) => {
  const tokens = Object.values(secrets)
  const server = await startAnswering(
    echoing(tokens, async () => answer, 'body'),
    { maxHeaderSize: 64 * 1024 },
  )
  try {
    const { exit, out, err } = await tryMain(['run', '--profile', 'p.yaml'], {
      files: { 'p.yaml': profile(server.url, other) },
      env: { ...secrets, OCTOSPEC_DEBUG: '1' },
    })
    expect(exit, err).toBe(code)
    expectNoPiece([['the screen', out + err]])
  } finally {
    await server.close()
  }
})

test('a profile that is wrong where it has a token shows none of it', async () => {
  const text = `target: { url: 'http://127.0.0.1:1/\${OCTO_TOKEN}', headers: { Authorization: "\${OCTO_TOKEN_B}\\n" } }
limits: { concurrency: "\${OCTO_TOKEN}" }
bookable: [{ as: standard, productId: '${secrets.OCTO_TOKEN}', optionId: 1, '${secrets.OCTO_TOKEN_B.slice(0, 900)}': 1 }]
`
  const { exit, out, err } = await tryMain(['doctor', '--offline', '--profile', 'p.yaml'], {
    files: { 'p.yaml': text },
    env: { ...secrets, OCTOSPEC_DEBUG: '1' },
  })
  expect(exit).toBe(2)
  expect(err).toContain('[redacted:OCTO_TOKEN_B]')
  expectNoPiece([['the screen', out + err]])
})

test('when octospec breaks, neither the message nor the stack nor what nobody waits for shows a token', async () => {
  const tokens = Object.values(secrets)
  const io = testIo({ env: { ...secrets, OCTOSPEC_DEBUG: '1' } })
  io.secrets.add(Object.entries(secrets).map(([name, value]) => ({ name, value })))
  for (const spelling of tokens.flatMap(spellings)) reportError(new Error(`Invalid: ${spelling}`), io)
  expect(io.err()).toContain('Invalid: [redacted:OCTO_TOKEN]')

  // While the run waits for its first answer, something breaks that nothing of it waits for.
  const server = await startAnswering(
    async () => {
      io.crash(new TypeError(`cannot send ${secrets.OCTO_TOKEN} to ${encodeURIComponent(secrets.OCTO_TOKEN_B)}`))
      return { status: 404, headers: {}, body: '{}' }
    },
    { maxHeaderSize: 64 * 1024 },
  )
  try {
    await main(['run', '--profile', io.file('p.yaml', profile(server.url)), '--only', 'reserve.*'], io)
  } finally {
    await server.close()
  }
  expect(io.exits).toContain(5)
  expect(io.err()).toContain(
    'error OCTOSPEC_INTERNAL: TypeError: cannot send [redacted:OCTO_TOKEN] to [redacted:OCTO_TOKEN_B]',
  )
  expectNoPiece([['the screen', io.both()]])
})
