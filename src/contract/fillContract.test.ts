import { expect, test } from 'vitest'
import type { JsonObject } from './json.js'
import { followRef, placeSchema, takeFields } from './fillContract.js'

const moved = { type: 'number', 'x-clause': '2.5/x' }

function placed(root: JsonObject, pointer: string, required: boolean, document: JsonObject = {}): JsonObject {
  placeSchema(document, root, { schema: moved, required, place: pointer })
  return root
}

test('a schema is put where the pointer leads, with the objects and arrays between', () => {
  const between = { 'x-clause': '2.5/x' }
  expect(placed({}, '/data/10/price', true)).toEqual({
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        ...between,
        type: 'array',
        items: { ...between, type: 'object', required: ['price'], properties: { price: moved } },
      },
    },
  })
})

test('what is not required is not made so on the way either', () => {
  expect(placed({}, '/a/b', false)).toEqual({
    type: 'object',
    properties: { a: { 'x-clause': '2.5/x', type: 'object', properties: { b: moved } } },
  })
})

test('only a whole number is a place in an array', () => {
  expect(placed({}, '/a1', false)).toMatchObject({ type: 'object', properties: { a1: moved } })
  expect(placed({}, '/1a', false)).toMatchObject({ type: 'object', properties: { '1a': moved } })
  expect(placed({}, '/12', false)).toMatchObject({ type: 'array', items: moved })
})

test('what stands there already is kept', () => {
  const root = { type: 'object', required: ['a'], properties: { a: { type: 'object', title: 't' }, z: {} } }
  expect(placed(root, '/a/b', true)).toEqual({
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'object', title: 't', required: ['b'], properties: { b: moved } }, z: {} },
  })
})

test('the empty pointer means the whole', () => {
  expect(placed({ title: 't' }, '', true)).toEqual({ title: 't', ...moved })
})

test('a component that is referred to is changed where it stands', () => {
  const document = { components: { A: { title: 'A' } } }
  placed({ properties: { a: { $ref: '#/components/A' } } }, '/a/b', false, document)
  expect(document.components.A).toEqual({ title: 'A', type: 'object', properties: { b: moved } })
  expect(() => followRef(document, { $ref: '#/components/B' })).toThrow('nothing at #/components/B')
})

test('a key called __proto__ is a key', () => {
  const root = placed({}, '/__proto__', true)
  expect(Object.keys(root['properties'] ?? {})).toEqual(['__proto__'])
})

test('fields are taken out by their name, and the others stay required', () => {
  const a = { 'x-field': 'first' }
  const b = { 'x-field': 'second' }
  const schema = { required: ['a', 'c', 7], properties: { a, b, c: {}, d: true } }
  expect(takeFields(schema, '/x')).toEqual(
    new Map([
      ['first', { schema: a, required: true, place: '/x/a' }],
      ['second', { schema: b, required: false, place: '/x/b' }],
    ]),
  )
  expect(schema).toEqual({ required: ['c'], properties: { c: {}, d: true } })
  const all = { required: ['a'], properties: { a } }
  takeFields(all, '')
  expect(all).not.toHaveProperty('required')
  expect(takeFields({}, '')).toEqual(new Map())
})
