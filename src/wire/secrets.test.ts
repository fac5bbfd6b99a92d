import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SecretFinder } from './secrets.js'

const named = (name: string): string => `<${name}>`
const replaced = (value: string, text: string): string => new SecretFinder([{ name: 'A', value }]).replace(text, named)

/** A token as long as they come: three parts, with what needs an escape somewhere. */
const token = `eyJ${randomBytes(3000).toString('base64url')}.${randomBytes(2500).toString('base64')}/+="&<\\%41é.${randomBytes(500).toString('hex')}`
const bytes = Buffer.from(token)
const base64 = bytes.toString('base64')
const wrap = (text: string, width: number, mark: string): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'gs')) ?? []).join(mark)
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const everyUnit = (text: string): string =>
  [...text].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

test.each<[string, string]>([
  ['plain', token],
  ['in capitals', token.toUpperCase()],
  ['in small letters', token.toLowerCase()],
  ['percent-encoded', encodeURIComponent(token)],
  ['percent-encoded three times', encodeURIComponent(encodeURIComponent(encodeURIComponent(token)))],
  [
    'percent-encoded byte by byte, in capitals',
    [...bytes]
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join('')
      .toUpperCase(),
  ],
  ['a form field', new URLSearchParams({ token }).toString().slice('token='.length)],
  ['in JSON', json(token)],
  ['in JSON four times', json(json(json(json(token))))],
  ['in JSON, each character escaped', everyUnit(token)],
  ['in JSON, each character escaped, in capitals', everyUnit(token).toUpperCase()],
  ['in JSON, each character escaped, percent-encoded', encodeURIComponent(everyUnit(token))],
  ['with escaped slashes', json(token).replaceAll('/', '\\/')],
  ['with escapes of JavaScript', token.replaceAll('+', '\\x2b').replaceAll('/', '\\x2F')],
  [
    'in HTML',
    token
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&LT;')
      .replaceAll('"', '&quot;')
      .replaceAll('+', '&#43;')
      .replaceAll('/', '&#x002F;'),
  ],
  ['hex', bytes.toString('hex')],
  ['hex, in capitals, in lines', wrap(bytes.toString('hex').toUpperCase(), 64, '\n')],
  ['base64', base64],
  ['base64url', bytes.toString('base64url')],
  ['base64, in lines', wrap(base64, 76, '\r\n')],
  ['base64, in lines with an indent', wrap(base64, 64, '\n\t  ')],
  ['base64, in lines in JSON', json(wrap(base64, 64, '\n'))],
  ['base64 of a form, in which + is a space', base64.replaceAll('+', ' ')],
  ['base64, percent-encoded twice', encodeURIComponent(encodeURIComponent(base64))],
  ['base64 in HTML', base64.replaceAll('+', '&#x2b;').replaceAll('/', '&#47;')],
  ['base64 in small letters', base64.toLowerCase()],
  ['in lines', wrap(token, 100, '\n')],
  ['read as Latin-1', bytes.toString('latin1')],
])('finds a token of 8 kB that is %s', (_, form) => {
  expect(replaced(token, `before ${form} after`)).toMatch(/^before <A>(=|%253D|&#x3d;)* after$/i)
})

test.each([0, 1, 2])('finds base64 of a token behind %i bytes, and leaves nothing of it', (offset) => {
  for (const encoding of ['base64', 'base64url'] as const) {
    const text = Buffer.from(`${'user'.slice(0, offset)}${token}!`).toString(encoding)
    const left = replaced(token, text).split('<A>')
    expect(left).toHaveLength(2)
    expect(left.join('').replaceAll('=', '').length).toBeLessThanOrEqual(4)
  }
})

const encodings: readonly [name: string, of: (text: string) => string][] = [
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64url', (text) => Buffer.from(text).toString('base64url')],
  ['base64 in lines', (text) => wrap(Buffer.from(text).toString('base64'), 76, '\r\n')],
  ['hex', (text) => Buffer.from(text).toString('hex')],
  ['hex in capitals', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['percent-encoding', encodeURIComponent],
  ['JSON', json],
  ['JSON without ASCII', everyUnit],
  ['HTML', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
]
const twice = encodings.flatMap(([outer, around]) =>
  encodings.map(([inner, of]): [string, string, (text: string) => string] => [
    outer,
    inner,
    (text) => around(of(text)),
  ]),
)

/** Wherever in a group it begins. */
const befores = ['', 'x', '{"token":"', 'sid-']
/** A token of 8 kB, encoded twice, is 300 kB and slow: it is tried in four encodings below. These are shorter. */
const several = [
  { secret: token.slice(0, 2000), befores: ['{"token":"'] },
  { secret: token.slice(-700), befores },
  { secret: `p"ä\\s/swörd-31415`, befores },
  { secret: 'prod-transfer-key/26', befores },
].map((each) => ({ ...each, finder: new SecretFinder([{ name: 'A', value: each.secret }]) }))

test.each(twice)('finds a secret in %s of %s', (_outer, _inner, encoded) => {
  for (const { secret, befores, finder } of several) {
    for (const before of befores) {
      const left = finder.replace(`before ${encoded(`${before}${secret}`)} after`, named).split('<A>')
      expect(left.length).toBeGreaterThan(1)
      const most = encoded(before).length + 20
      expect(left.slice(1, -1).join('')).toBe('')
      expect(left[0]?.length).toBeLessThan('before '.length + most)
      expect(left.at(-1)?.length).toBeLessThan(' after'.length + 20)
    }
  }
})

test.each([
  ['base64 of base64 of base64 of base64', ['base64', 'base64url', 'base64', 'base64']],
  ['base64 of JSON of hex of percent-encoding', ['base64', 'JSON', 'hex', 'percent-encoding']],
  [
    'percent-encoding of base64 of HTML of JSON of base64',
    ['percent-encoding', 'base64 in lines', 'HTML', 'JSON', 'base64'],
  ],
])('finds a token of 8 kB in %s', (_, names) => {
  const all = new Map(encodings)
  const encoded = names.toReversed().reduce((text, name) => all.get(name)?.(text) ?? '', `{"token":"${token}"}`)
  expect(replaced(token, encoded)).toMatch(/^.{0,60}<A>.{0,60}$/)
})

test('what is encoded and holds no secret stays', () => {
  const text = encodings.map(([, of]) => of('The quick brown fox jumps over the lazy dog')).join(' ')
  expect(replaced(token, text)).toBe(text)
})

test('finds what somebody cut out of a long token, and the pieces of one that has something in between', () => {
  for (const start of [0, 1, 17, 4000, token.length - 20])
    expect(replaced(token, `'${token.slice(start, start + 20)}...'`)).toBe("'<A>...'")
  expect(replaced(token, `${token.slice(0, 2000)}|${token.slice(3000)}`)).toBe('<A>|<A>')
})

test('a short secret is found as a whole alone, and a very short one as it is written alone', () => {
  expect(replaced('prod-transfer-key', 'prod-transfer-kex prod transfer key PROD-TRANSFER-KEY')).toBe(
    'prod-transfer-kex prod transfer key <A>',
  )
  expect(replaced('confirmed', 'status CONFIRMED, confirmed')).toBe('status CONFIRMED, <A>')
  expect(replaced('confirm3d', 'CONFIRM3D, con\nfirm3d')).toBe('<A>, <A>')
  expect(replaced('demo', 'Demo DEMO de\nmo demo')).toBe('Demo DEMO de\nmo <A>')
  expect(replaced('abcd', 'YWJjZA== xYWJjZA')).toBe('<A>== xYWJjZA')
})

test('the host of an address that is a secret may be named elsewhere', () => {
  const url = 'https://sandbox.supplier.example/octo/v1'
  expect(replaced(url, `${url}/bookings https://sandbox.supplier.example/a.png`)).toBe(
    '<A>/bookings https://sandbox.supplier.example/a.png',
  )
})

test('a rule of dashes in a secret gives nothing away', () => {
  const pem = `-----BEGIN PRIVATE KEY-----\n${'-'.repeat(40)}\n${randomBytes(64).toString('base64')}`
  expect(replaced(pem, '-'.repeat(80))).toBe('-'.repeat(80))
})

test('of secrets that overlap, the longest names what is found; what stands beside them stays', () => {
  const finder = new SecretFinder([
    { name: 'PAIR', value: 'user:password-of-it' },
    { name: 'PASSWORD', value: 'password-of-it' },
  ])
  expect(finder.replace('[user:password-of-it][password-of-it]password-of-itpassword-of-it', named)).toBe(
    '[<PAIR>][<PASSWORD>]<PASSWORD><PASSWORD>',
  )
})

test('several long tokens are told apart, also where they begin alike', () => {
  const tokens = [1, 2, 3, 4].map(() => `${token.slice(0, 100)}${randomBytes(6000).toString('base64url')}`)
  const finder = new SecretFinder(tokens.map((value, at) => ({ name: `T${at}`, value })))
  expect(finder.replace(tokens.join(' '), named)).toBe('<T0> <T1> <T2> <T3>')
  expect(finder.holds(`x ${tokens[3]}`)).toBe(true)
  expect(finder.holds('x'.repeat(10_000))).toBe(false)
})

test('there may be no secret at all', () => {
  expect(new SecretFinder([]).replace('text', named)).toBe('text')
  expect(new SecretFinder([]).holds('text')).toBe(false)
})
