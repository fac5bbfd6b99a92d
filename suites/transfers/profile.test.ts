import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { Document, isMap, isScalar, type YAMLMap } from 'yaml'
import { specFile } from '../../src/contract/specFile.js'
import { asEntries } from '../../src/profile/entries.js'
import type { Key } from '../../src/profile/key.js'
import { profile as own } from '../../src/suite/answer.test.data.js'
import { operationNames } from './operations.js'
import { fieldNames, isStated, openFields, profile, profileComplaints } from './profile.js'
import type { Complaint, JsonMap } from '../../src/suite/index.js'
import { otherOf, otherTypeOf } from './bookable.js'
import type { Bookable } from './transferProfile.js'

// Both files are renewed by `npx vitest run suites/transfers/profile.test.ts --update`.

async function formatted(text: string, file: string): Promise<string> {
  return format(text, { ...(await resolveConfig(file)), filepath: file })
}

test('the published schema is what the keys say', async () => {
  const file = specFile('profile.schema.json')
  await expect(await formatted(JSON.stringify(profile.schema), file)).toMatchFileSnapshot(file)
})

test('the published default profile is what the keys say, with where each default is from', async () => {
  const file = specFile('transfers/profiles/default.yaml')
  const document = new Document(profile.defaults)
  document.commentBefore = ` What octospec assumes of a target until its profile says otherwise: the documents where they speak, public OCTO
 where they are silent. A profile is merged over this: maps merge deeply, everything else replaces, and the payload of an
 operation (headers, query, body) replaces the payload given here as a whole.
 Written from spec/profile.yaml and spec/transfers/profile.yaml: see suites/transfers/profile.test.ts.`
  if (!isMap(document.contents)) throw new Error('the defaults are a map')
  explain(document.contents, profile.root)
  await expect(await formatted(document.toString({ lineWidth: 0 }), file)).toMatchFileSnapshot(file)
})

/** Says behind each default where it is from, and leaves out what is empty. */
function explain(map: YAMLMap, key: Key): void {
  for (const pair of map.items.slice()) {
    const name = isScalar(pair.key) ? String(pair.key.value) : ''
    const own = key.members?.[name]
    if (isMap(pair.value) && pair.value.items.length === 0 && own?.form !== undefined) map.delete(name)
    else if (isMap(pair.value) && own !== undefined) explain(pair.value, own)
    else if (isScalar(pair.value) && own?.schema['x-from'] !== undefined)
      pair.value.comment = ` ${own.schema['x-from']}`
  }
}

test('each operation has its logical fields, and those whose names the documents leave open are known', () => {
  expect(Object.keys(fieldNames)).toEqual([...operationNames])
  expect(fieldNames['reserve']).toEqual([
    'availabilityId',
    'expirationMinutes',
    'notes',
    'optionId',
    'productId',
    'idempotencyKey',
    'currency',
  ])
  expect(openFields('reserve')).toEqual(['notes', 'idempotencyKey'])
  expect(openFields('update')).toEqual(['emailReceipt', 'reference'])
  expect(openFields('extend')).toEqual([])
})

test('the documents state some paths, and leave others open', () => {
  const isSaid = (name: string): boolean => isStated(`operations.${name}.request`)
  expect(['transfers', 'availability', 'reserve', 'extend'].filter((name) => !isSaid(name))).toEqual([])
  expect(['confirm', 'update', 'cancel', 'get', 'list'].filter(isSaid)).toEqual([])
})

test('of several other things the list is asked for the one of another booking type, else the first', () => {
  const [van, tour, bus] = [
    { productId: 'p', optionId: 'van' },
    { productId: 'p', optionId: 'tour', bookingType: 'Tour' },
    // Of the type that all else is of.
    { productId: 'p', optionId: 'bus', bookingType: 'Product' },
  ]
  const naming = (other: readonly Bookable[]): Parameters<typeof otherOf>[0] => ({
    ...own,
    bookable: { standard: van, late: [], closing: [], soldOut: null, other, exclusive: null },
  })
  const named = (other: readonly Bookable[]): Bookable | null => otherOf(naming(other))
  expect([named([van, tour]), named([van]), named([])]).toEqual([tour, van, null])
  expect([named([bus, van, tour]), named([bus, van])]).toEqual([tour, bus])
  // Of which type the standard one is, its bookings may show, where the profile does not say it.
  expect([otherTypeOf(naming([bus, van, tour])), otherTypeOf(naming([bus, van]))]).toEqual(['Tour', 'Product'])
  const said = naming([bus, van])
  const standard = { ...van, bookingType: 'Product' }
  expect(otherTypeOf({ ...said, bookable: { ...said.bookable, standard } })).toBeUndefined()
})

test('what is filled up is nothing that other scenarios book', () => {
  const standard = { productId: 'p', optionId: 'o' }
  const complaints = (exclusive: JsonMap): readonly Complaint[] =>
    profileComplaints({ bookable: asEntries({ standard, exclusive }) })
  expect(complaints({ ...standard, places: 3 })).toMatchObject([{ path: ['bookable', '1'] }])
  expect(complaints({ ...standard, places: 3, availability: { from: '{today+60}' } })).toEqual([])
  expect(complaints(standard)).toEqual([])
  const named = [{ as: 'standard', ...standard, places: 3 }]
  expect(profileComplaints({ bookable: named })).toMatchObject([{ path: ['bookable', '0', 'places'] }])
})

test('a state that bookings rest in is not pending', () => {
  const complaints = (...pending: readonly string[]): readonly Complaint[] =>
    profileComplaints({ booking: { statuses: { confirmed: 'DONE', pending } } })
  expect(complaints('PENDING', 'ON_HOLD', 'DONE')).toMatchObject([
    { path: ['booking', 'statuses', 'pending', '1'], found: 'ON_HOLD, in which bookings stay' },
    { path: ['booking', 'statuses', 'pending', '2'] },
  ])
  expect(complaints('PENDING', 'CONFIRMED')).toEqual([])
})
