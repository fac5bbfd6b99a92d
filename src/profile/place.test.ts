import { expect, test } from 'vitest'
import { parseRequest, formatPlace, isHeaderName, parsePlace } from './place.js'

test.each([
  ['POST /x/{id}', 'POST', '/x/{id}'],
  ['  get   /x?a=1 ', 'GET', '/x?a=1'],
  ['Delete /', 'DELETE', '/'],
])('%j is a method and a path', (text, method, path) => {
  expect(parseRequest(text)).toEqual({ method, path })
})

test.each([
  '',
  'POST',
  '/x',
  'POST x',
  'POST /x y',
  'POST /x#a',
  'HEAD /x',
  'TRACE /x',
  '1 GET /x',
  'GET /x\nY',
  'GET ${A}/x',
])('%j is none', (text) => {
  expect(parseRequest(text)).toBeNull()
})

test.each(['body:/a/b~1', 'query:page[size]', 'header:X-Reference'])('%s is a place', (text) => {
  const place = parsePlace(text)
  expect(place === null ? null : formatPlace(place)).toBe(text)
})

test.each([
  '',
  'body',
  'body:',
  'query:',
  'header:',
  'body:a',
  'query:a b',
  'query:a&b',
  'query: a',
  'cookie:a',
  ':a',
  'header:${A}',
])('%j is no place', (text) => {
  expect(parsePlace(text)).toBeNull()
})

test.each(['Connection', 'content-length', 'Keep-Alive', 'TRANSFER-ENCODING', 'upgrade', 'Expect', '', 'a b', 'a:b'])(
  'a profile cannot set the header %j',
  (name) => {
    expect(isHeaderName(name)).toBe(false)
  },
)
