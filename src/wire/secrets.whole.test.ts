import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SecretFinder } from './secrets.js'

const named = (name: string): string => `<${name}>`

const tokens = [0, 1, 2, 3, 4].map((at) => ({
  name: `T${at}`,
  value: at === 4 ? 'aaaaaaaaaaaa' : randomBytes(6000).toString('base64url'),
}))
const mebibyte = 1024 * 1024
const filled = (text: string): string => text.repeat(Math.ceil(mebibyte / text.length))

test.each([
  ['ordinary', filled('The quick brown fox jumps over the lazy dog. ')],
  ['backslashes', filled('\\')],
  ['percents', filled('%25')],
  ['ampersands', filled('&')],
  ['entities that do not end', filled('&#0000000000')],
  ['line breaks', filled('\n ')],
  ['base64 that gives base64 wherever one begins', filled('V')],
  ['base64 of base64 of escapes', Buffer.from(Buffer.from(filled('%2541\\\\ ')).toString('base64')).toString('base64')],
  ['hex', filled('6162')],
  ['escaped backslashes before an escape', `${filled('\\')}u0041`],
  ['what almost is a piece', filled(`${tokens[0]?.value.slice(0, 15)}|`)],
  ['characters outside of ASCII', filled('é😀')],
])('a mebibyte of %s is looked through with five tokens, four of 8 kB', (_, text) => {
  expect(new SecretFinder(tokens).replace(text, named) === text).toBe(true)
})

test.each([
  ['one character that a secret repeats', filled('aaaaaaaaaaaa'), /^(<T4>)+$/],
  ['a token', filled(tokens[0]?.value ?? ''), /^(<T0>)+$/],
])('a mebibyte that is full of %s is looked through once', (_, text, left) => {
  expect(left.test(new SecretFinder(tokens).replace(text, named))).toBe(true)
})
