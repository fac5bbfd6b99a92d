import { expect, test } from 'vitest'
import type { Json } from '../../../src/profile/profile.js'
import type { Answer } from '../vocabulary/index.js'
import { answer, noAnswer } from '../../../src/suite/answer.test.data.js'
import type { Context } from './context.js'
import { findListed } from './findListed.js'

type Asked = { readonly page: number; readonly pageSize: number }

/** A target of which only the list is asked. */
function listing(
  answered: (asked: Asked) => Answer,
): Pick<Context, 'target' | 'settle' | 'forms'> & { asked: Asked[] } {
  const asked: Asked[] = []
  const list = (input: Asked): Promise<Answer> => {
    asked.push(input)
    return Promise.resolve(answered(input))
  }
  // findListed calls list alone.
  return { target: { list } as unknown as Context['target'], settle: () => Promise.resolve(false), forms: {}, asked }
}

const page = (...ids: readonly string[]): Answer =>
  answer(
    ids.map((uuid): Json => ({ uuid })),
    { purpose: 'list' },
  )
const refusal = (): Answer => answer({ error: 'no' }, { purpose: 'list' }, 400)

test('it reads on until the page that holds the booking, and says where it stands', async () => {
  const pages = [page('a', 'b'), page('c', 'd'), page('e')]
  const { target, settle, asked } = listing((input) => pages[input.page - 1] ?? page())
  expect(await findListed({ target, settle, forms: {} }, 'd')).toEqual({ page: pages[1], index: 1, complete: true })
  expect(asked).toEqual([
    { page: 1, pageSize: 100 },
    { page: 2, pageSize: 100 },
  ])
})

test('a booking that is on no page until an empty one is not listed', async () => {
  const pages = [page('a'), page('b')]
  const { target, settle } = listing((input) => pages[input.page - 1] ?? page())
  expect(await findListed({ target, settle, forms: {} }, 'x')).toEqual({ page: pages[1], index: null, complete: true })
})

test.each([
  ['an empty page', []],
  ['its last page again', ['c', 'b']],
])('a booking that is on no page up to %s may have been passed by, where another stands on two', async (_, end) => {
  const pages = [page('a', 'b'), page('c', 'b')]
  const { target, settle } = listing((input) => pages[input.page - 1] ?? page(...end))
  expect(await findListed({ target, settle, forms: {} }, 'x')).toMatchObject({ index: null, complete: false })
})

test('of an empty list the whole was seen', async () => {
  const empty = page()
  const { target, settle, asked } = listing(() => empty)
  expect(await findListed({ target, settle, forms: {} }, 'x')).toEqual({ page: empty, index: null, complete: true })
  expect(asked).toHaveLength(1)
})

test('a list that shows the same again has no pages, so that there may be more of it', async () => {
  const same = page('a', 'b')
  const { target, settle, asked } = listing(() => same)
  expect(await findListed({ target, settle, forms: {} }, 'x')).toEqual({ page: same, index: null, complete: false })
  expect(asked).toHaveLength(2)
})

test('short pages are read on for as long as a run may have bookings on them', async () => {
  const { target, settle } = listing((input) => page(...['a', 'b', 'c'].map((each) => `${each}${input.page}`)))
  expect(await findListed({ target, settle, forms: {} }, 'b30')).toMatchObject({ index: 1, complete: true })
})

test('a list of very many is given up after some pages', async () => {
  const { target, settle, asked } = listing((input) => page(`p${input.page}`))
  const found = await findListed({ target, settle, forms: {} }, 'x')
  expect(found).toMatchObject({ index: null, complete: false })
  expect(found.page?.items).toEqual([{ uuid: `p${asked.length}` }])
  expect(asked.length).toBeGreaterThan(10)
})

test('where large pages are refused it asks for modest ones, from then on', async () => {
  const pages = [page('a'), page('b')]
  const { target, settle, asked } = listing((input) =>
    input.pageSize > 25 ? refusal() : (pages[input.page - 1] ?? page()),
  )
  expect(await findListed({ target, settle, forms: {} }, 'b')).toEqual({ page: pages[1], index: 0, complete: true })
  expect(asked.map(({ pageSize }) => pageSize)).toEqual([100, 50, 25, 25])
})

test('where large pages are more than octospec reads it asks for modest ones, from then on', async () => {
  const pages = [page('a'), page('b')]
  const target = listing((input) => (input.pageSize > 25 ? noAnswer('too-large') : (pages[input.page - 1] ?? page())))
  expect(await findListed(target, 'b')).toMatchObject({ page: pages[1], index: 0, complete: true })
  expect(target.asked.map(({ pageSize }) => pageSize)).toEqual([100, 50, 25, 25])
  expect(target.forms.pageSize).toBe(25)
})

test('a page that has grown to more than octospec reads is asked for smaller', async () => {
  let most = 100
  const target = listing(({ pageSize }) => (pageSize > most ? noAnswer('too-large') : page('a')))
  await findListed(target, 'a')
  most = 50
  expect(await findListed(target, 'a')).toMatchObject({ index: 0 })
  expect(target.asked.map(({ pageSize }) => pageSize)).toEqual([100, 100, 50])
})

test('a list that is more than octospec reads at every size is as good as none', async () => {
  const target = listing(() => noAnswer('too-large'))
  expect(await findListed(target, 'a')).toMatchObject({ index: null, complete: false })
  expect(target.asked.map(({ pageSize }) => pageSize)).toEqual([100, 50, 25, 10])
})

test('a refused list is shown, and a page refused later leaves the one before it', async () => {
  const refused = refusal()
  expect(
    await findListed(
      listing(() => refused),
      'x',
    ),
  ).toEqual({ page: refused, index: null, complete: false })
  const first = page('a')
  const { target, settle, asked } = listing((input) => (input.page === 1 ? first : refusal()))
  expect(await findListed({ target, settle, forms: {} }, 'x')).toEqual({ page: first, index: null, complete: true })
  expect(asked).toHaveLength(2)
})

test('a page that is refused after one that was not full is past the end', async () => {
  const ids = (count: number): Answer => page(...Array.from({ length: count }, (_, index) => `b${index}`))
  const listed = (last: Answer, then: Answer): ReturnType<typeof findListed> =>
    findListed(
      listing((input) => (input.page === 1 ? last : then)),
      'x',
    )
  expect(await listed(ids(99), refusal())).toMatchObject({ index: null, complete: true })
  expect(await listed(ids(100), refusal())).toMatchObject({ index: null, complete: false })
  expect(await listed(ids(99), noAnswer())).toMatchObject({ index: null, complete: false })
})

test('a list that does not answer is not asked again', async () => {
  const { target, settle, asked } = listing(() => noAnswer())
  expect(await findListed({ target, settle, forms: {} }, 'x')).toMatchObject({ index: null, complete: false })
  expect(asked).toHaveLength(1)
})

test('items without an id are nobody’s booking', async () => {
  const odd = answer([null, 7, {}, { uuid: 'x' }], { purpose: 'list' })
  expect(
    await findListed(
      listing(() => odd),
      'x',
    ),
  ).toMatchObject({ index: 3 })
})

test('a last page that is answered again for a page beyond it ends the list', async () => {
  const pages = [page('a', 'b'), page('c', 'd')]
  const { target, settle } = listing((input) => pages[input.page - 1] ?? page('c', 'd'))
  expect(await findListed({ target, settle, forms: {} }, 'x')).toMatchObject({
    page: pages[1],
    index: null,
    complete: true,
  })
})

const booked = (status: string): Json => ({ uuid: 'a', status, cancellable: true, expirationMinutes: 60 })
const listed = (...items: Json[]): Answer => answer(items, { purpose: 'list' })
const confirm = answer(booked('CONFIRMED'), { purpose: 'confirm', bookingId: 'a' })

test.each([
  ['the booking as it was before the write', listed(booked('ON_HOLD'))],
  ['no such booking', listed()],
])('a list that shows %s is read once more after the settling time', async (_, stale) => {
  let settled = 0
  const { target } = listing(() => (settled > 0 ? listed(booked('CONFIRMED')) : stale))
  const settle = (): Promise<boolean> => Promise.resolve((settled += 1) === 1)
  expect(await findListed({ target, settle, forms: {} }, 'a', confirm)).toMatchObject({ index: 0 })
  settled = 1
  expect(await findListed({ target, settle, forms: {} }, 'a', confirm)).toMatchObject({ index: 0 })
  expect(settled).toBe(1)
})

test('a list that still does not show the write is late for nothing', async () => {
  const { target } = listing(() => listed(booked('ON_HOLD')))
  const settle = (): Promise<boolean> => Promise.resolve(true)
  expect(await findListed({ target, settle, forms: {} }, 'a', confirm)).toMatchObject({ index: 0 })
})
