import { expect, test } from 'vitest'
import { specFile } from '../../contract/specFile.js'
import { tryMain } from '../testIo.test.data.js'

test('a good profile ends with 0 and says what it lacks', async () => {
  const good = await tryMain(['profile', specFile('transfers/profiles/partner.yaml')])
  expect(good).toMatchObject({ exit: 0, err: '' })
  const files = {
    'p.yaml': 'target: { url: http://127.0.0.1:1 }\nbookable: { standard: { productId: p, optionId: o } }\n',
  }
  const lean = await tryMain(['profile', 'p.yaml'], { files })
  expect(lean.out).toContain('it has no otherReseller, bookable.lateStart, clock, redeem')
})

test('a bad profile ends with 2 and all of its problems', async () => {
  const files = { 'p.yaml': 'target: { url: 5 }\nbokable: {}\n' }
  const { exit, err } = await tryMain(['profile', 'p.yaml'], { files })
  expect(err).toContain('p.yaml:1:16: target.url:')
  expect(err).toContain("did you mean 'bookable'?")
  expect(exit).toBe(2)
})
