import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import type { TransferProfile as Profile } from '../../suites/transfers/transferProfile.js'
import { readProfile } from './readProfile.js'

const cwd = mkdtempSync(join(tmpdir(), 'octospec-resolved-'))

function read(text: string): Promise<Profile> {
  writeFileSync(join(cwd, 'p.yaml'), text)
  return readProfile({ keys, file: 'p.yaml', env: {}, now: new Date('2026-11-21T10:00:00Z'), cwd })
}

const bookable = 'bookable: [{ as: standard, productId: p, optionId: o }]\n'

test('a live target is one, and any other is a sandbox', async () => {
  const environment = async (more: string): Promise<string> =>
    (await read(`target: { url: http://h${more} }\n${bookable}`)).target.environment
  expect(await environment(', environment: live')).toBe('live')
  expect(await environment(', environment: sandbox')).toBe('sandbox')
  expect(await environment('')).toBe('sandbox')
})

test('slashes and spaces at the end of the URL are left out', async () => {
  expect((await read(`target: { url: " http://h/octo// " }\n${bookable}`)).target.url).toBe('http://h/octo')
})

test('a bookable has its currency and what its requests carry, where that is said', async () => {
  const profile = await read(`target: { url: http://h }
bookable:
  - { as: standard, productId: p, optionId: o, defaultCurrency: USD, availability: { a: 1 }, reserve: { r: [2] } }
  - { as: late, productId: l, optionId: m }
  - { as: other, productId: x, optionId: y, bookingType: Rental }
`)
  expect(profile.bookable).toEqual({
    standard: { productId: 'p', optionId: 'o', defaultCurrency: 'USD', availability: { a: 1 }, reserve: { r: [2] } },
    late: [{ productId: 'l', optionId: 'm' }],
    closing: [],
    soldOut: null,
    other: [{ productId: 'x', optionId: 'y', bookingType: 'Rental' }],
    exclusive: null,
  })
})

test('what the profile says of the whole target arrives', async () => {
  const profile = await read(`target: { url: http://h }
${bookable}availability: { exclusive: true }
redact: { headers: [X-Account], pointers: [/card] }
refusal: { statuses: [409, 5xx] }
limits: { requestsPerSecond: 3 }
`)
  expect(profile.availability.exclusive).toBe(true)
  expect(profile.redact).toEqual({ headers: ['X-Account'], pointers: ['/card'] })
  expect(profile.refusal.statuses).toEqual(['409', '5xx'])
  expect(profile.limits.requestsPerSecond).toBe(3)
})

test('only availability says where its ids stand', async () => {
  const { operations } = await read(`target: { url: http://h }\n${bookable}operations: { list: { items: /data } }\n`)
  expect(operations.availability?.availabilityId).not.toEqual([])
  expect(operations.list).toMatchObject({ items: '/data' })
  expect(operations.list).not.toHaveProperty('availabilityId')
})
