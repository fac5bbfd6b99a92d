import { expect, test } from 'vitest'
import { applyOverlay } from './applyOverlay.js'

const document = {
  info: { title: 'a', tags: ['x'] },
  paths: { '/a b': { get: { id: 1 } } },
  list: [{ n: 1 }, { n: 2 }],
}

test('an update merges members, deeply, and leaves the document as it was', () => {
  const result = applyOverlay(document, { actions: [{ target: '$', update: { info: { summary: 'b' } } }] })
  expect(result['info']).toEqual({ title: 'a', tags: ['x'], summary: 'b' })
  expect(document.info).toEqual({ title: 'a', tags: ['x'] })
})

test('an update of an array appends one element', () => {
  const result = applyOverlay(document, { actions: [{ target: '$.info.tags', update: 'y' }] })
  expect(result).toHaveProperty('info.tags', ['x', 'y'])
})

test('targets take quoted names and indices', () => {
  const actions = [
    { target: `$.paths['/a b'].get`, update: { id: 2 } },
    { target: '$.list[1]', update: { n: 3 } },
  ]
  expect(applyOverlay(document, { actions })).toMatchObject({
    paths: { '/a b': { get: { id: 2 } } },
    list: [{ n: 1 }, { n: 3 }],
  })
})

test.each([
  ['$.info.nothing', /leads nowhere, there is no "nothing"/],
  ['$.info.constructor', /leads nowhere/],
  ['$.paths.*', /is not understood from character 7 on/],
  ['$..info', /is not understood from character 1 on/],
  ['info', /does not start with \$/],
  ['$.info.title', /cannot be updated/],
])('the target %s is an error', (target, message) => {
  expect(() => applyOverlay(document, { actions: [{ target, update: {} }] })).toThrow(message)
})

test('an array appends to an array, and takes the place of anything else', () => {
  const update = { info: { tags: ['y', 'z'], title: ['t'] }, list: { n: 3 } }
  expect(applyOverlay(document, { actions: [{ target: '$', update }] })).toMatchObject({
    info: { tags: ['x', 'y', 'z'], title: ['t'] },
    list: { n: 3 },
  })
})

test('names in double quotes and indices of several digits are read', () => {
  const long = { names: { 'a.b': {} }, list: Array.from({ length: 12 }, (_, n) => ({ n })) }
  const actions = [
    { target: '$.names["a.b"]', update: { x: 1 } },
    { target: '$.list[11]', update: { y: 2 } },
  ]
  const result = applyOverlay(long, { actions })
  expect(result).toMatchObject({ names: { 'a.b': { x: 1 } } })
  expect(result['list']).toEqual([...long.list.slice(0, 11), { n: 11, y: 2 }])
})

test('a path through a text or null leads nowhere', () => {
  const odd = { text: 'abc', none: null }
  for (const target of ['$.text.length', '$.text[0]', '$.none.x'])
    expect(() => applyOverlay(odd, { actions: [{ target, update: {} }] })).toThrow('leads nowhere')
})
