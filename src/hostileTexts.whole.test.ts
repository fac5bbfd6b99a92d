import { expect, test } from 'vitest'
import { pack } from './pack.js'
import { findStackTrace } from '../suites/transfers/robustness/findStackTrace.js'
import { isCredentialHeader, wrongCredential, secretsOf } from './wire/credentials.js'
import { curlOf } from './wire/curl.js'
import { isCounted, type Exchange } from './wire/exchange.js'
import { maskForeign } from './wire/mask.js'
import { TooLarge, parseBody } from './wire/body.js'
import { Redactor } from './wire/redact.js'
import { retryAfter } from './wire/again.js'
import { testProfile } from './wire/testTarget.test.data.js'
import { isUrl, isUtcTimestamp, isUuid } from '../suites/transfers/contract/formats.js'
import { isPointer } from './contract/json.js'
import { escapeText, safeJson } from './contract/escapeText.js'
import { matchesGlob } from './judge/plan.js'
import { closestWord, describeFound } from './profile/complaint.js'
import { expandTemplates } from './profile/templates.js'
import { looksLikeCredential } from './profile/credentials.js'
import { meaningComplaints } from './profile/meaningComplaints.js'
import { parseRequest, parsePlace } from './profile/place.js'
import type { Json } from './profile/profile.js'
import { redactedProfile } from './profile/recordedProfile.js'
import { substituteEnv } from './profile/variables.js'
import { codeMarkdown, plainMarkdown } from './report/escape.js'
import { markedJson } from './report/page/exchange.js'
import { serverPattern } from './judge/findings.js'
import { openRandom, unknownId } from './suite/random.js'

/** Pieces with which one of our expressions begins, or goes on, or nearly ends. */
const pieces = [
  '\n',
  ' ',
  '\r\n ',
  'a',
  '1',
  'A-',
  '-',
  '_',
  '.',
  ':',
  '/',
  '://',
  '~',
  '~1',
  '*',
  '`',
  '<',
  '&',
  '&#0',
  ';',
  '=',
  '@',
  '{',
  '{ ',
  '{today+',
  '${',
  '$${',
  '${A',
  '[redacted:',
  '%25',
  '\\',
  '\\u',
  '"',
  '"\\"',
  '\u{1f600}',
  '\ud800',
  '\u200b',
  'at ',
  'panicked at ',
  'File ".',
  '#1 (1',
  'goroutine 1',
  '.rb:1',
  'sid',
  'sid=',
  'auth',
  'Basic ',
  'Bearer a',
  'a:b',
  '0a',
  '2026-11-21T',
  'http://',
  'POST /',
  'body:',
  'query:/',
  '[[',
  '{"a":',
  '1e',
  '-----BEGIN ',
]
/** What grows with the square of this takes minutes. */
const size = 64 * 1024
const texts = pieces.flatMap((piece) => {
  const text = piece.repeat(Math.ceil(size / piece.length))
  return [text, `x ${text}\n!`]
})

const profile = testProfile('https://api.example', {
  target: { url: 'https://api.example', environment: 'sandbox', headers: { Authorization: 'Bearer an-own-token-1' } },
})
const redact = new Redactor(profile, pack.requests)

function exchange(text: string): Exchange {
  const json: Json = { list: [text, { [text]: text }], uuid: text }
  return {
    n: 1,
    scenario: 's',
    purpose: 'list',
    as: 'reseller',
    input: {},
    request: {
      method: 'POST',
      url: `https://api.example/${text}`,
      headers: { 'X-A': text, Authorization: text },
      body: text,
    },
    response: { status: 200, headers: { 'set-cookie': text, 'x-token': text, [text]: text }, json },
    startedAt: 0,
    durationMs: 0,
    clockMinutes: 0,
  }
}

function profileWith(text: string): Json {
  return {
    target: { url: text, headers: { [text]: text } },
    operations: {
      reserve: { request: text, notes: text, body: { [text]: text } },
      list: { request: text, page: text },
    },
    refusal: { statuses: [text] },
    waive: [{ check: text, reason: text, until: text }],
  }
}

const now = new Date('2026-11-21T10:00:00Z')
const random = openRandom(1)

test.each<[string, (text: string) => unknown]>([
  ['findStackTrace', (text) => findStackTrace({ text: [text] })],
  ['isCredentialHeader', isCredentialHeader],
  ['wrongCredential', (text) => wrongCredential(text, 'n')],
  ['curlOf', (text) => curlOf(exchange(text))],
  ['isCounted', isCounted],
  [
    'maskForeign',
    (text) => maskForeign(exchange(text), { service: pack, profile, isOwn: () => false, nonce: 'nonce' }),
  ],
  [
    'parseBody',
    (text) => {
      try {
        return parseBody(Buffer.from(text))
      } catch (error) {
        return expect(error).toBeInstanceOf(TooLarge)
      }
    },
  ],
  ['redactor', (text) => redact.exchange(exchange(text), new Set(['x-a', 'authorization']))],
  ['retryAfter', (text) => retryAfter({ 'retry-after': text }, 0, 1)],
  ['secretsOf', (text) => secretsOf({ ...profile, secrets: new Map([['A', text.slice(0, 8192)]]) }, pack.requests)],
  ['isUrl', isUrl],
  ['isUtcTimestamp', isUtcTimestamp],
  ['isUuid', isUuid],
  ['isPointer', isPointer],
  ['escapeText', (text) => escapeText(text, text.length)],
  ['safeJson', (text) => safeJson({ [text]: text })],
  ['matchesGlob', (text) => matchesGlob('*a*b*', text)],
  ['closestWord', (text) => closestWord(text, ['body', text])],
  ['describeFound', describeFound],
  ['expandTemplates', (text) => expandTemplates(text.slice(0, 1000), now)],
  ['looksLikeCredential', (text) => looksLikeCredential(text)],
  ['meaningComplaints', (text) => meaningComplaints(profileWith(text), pack.profile, now)],
  ['parseRequest', parseRequest],
  ['parsePlace', parsePlace],
  [
    'redactedProfile',
    (text) => redactedProfile({ ...profile, file: text, target: { ...profile.target, url: text } }, pack.profile),
  ],
  ['substituteEnv', (text) => substituteEnv(text, { A: 'b' })],
  ['plainMarkdown', (text) => plainMarkdown(text, text.length)],
  ['codeMarkdown', (text) => codeMarkdown(text, text.length)],
  ['markedJson', (text) => markedJson({ a: [text], [text]: text }, ['/a/0', `/${text}`])],
  ['serverPattern', serverPattern],
  ['unknownId', (text) => unknownId(text, random)],
])('%s gets through every hostile text in time', (_, act) => {
  for (const text of texts) expect(() => act(text)).not.toThrow()
})
