import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isGateway } from './again.js'

test.each(['docs/profile.md', 'spec/profile.schema.json'])(
  'the statuses that a class leaves out are those that %s names',
  (path) => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    const [, list = ''] = /leaves out (?:a gateway's statuses|the statuses of a gateway) \(([^)]*)\)/.exec(text) ?? []
    const named = list.split(', ').flatMap((part) => {
      const [first = NaN, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
    const meant = Array.from({ length: 500 }, (_, index) => index + 100).filter(isGateway)
    expect(named).toEqual(meant)
  },
)
