import { expect, test } from 'vitest'
import { withoutTrailingSlash } from './exchange.js'

test('slashes at the end go, and no others', () => {
  expect(withoutTrailingSlash('https://a.example/b//c//')).toBe('https://a.example/b//c')
  expect(withoutTrailingSlash('https://a.example')).toBe('https://a.example')
  expect(withoutTrailingSlash('///')).toBe('')
})
