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

test('remove takes members and elements away', () => {
  const actions = [
    { target: '$.info.title', remove: true },
    { target: '$.list[0]', remove: true },
  ]
  expect(applyOverlay(document, { actions })).toEqual({
    info: { tags: ['x'] },
    paths: document.paths,
    list: [{ n: 2 }],
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
