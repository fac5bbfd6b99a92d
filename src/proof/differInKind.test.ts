import { expect, test } from 'vitest'
import { differInKind } from './differInKind.js'

const get = [{ operation: 'get', place: '/status' }] as const
const list = [{ operation: 'list', place: '/status' }] as const

test('one fault proves once, and so do two that differ in a value alone', () => {
  expect(differInKind([])).toBe(false)
  expect(differInKind([{ kind: null, shows: get }])).toBe(false)
  expect(
    differInKind([
      { kind: 'takes', shows: get },
      { kind: 'takes', shows: [...get] },
    ]),
  ).toBe(false)
})

test('another kind, another place and a way of its own are another way', () => {
  expect(
    differInKind([
      { kind: 'takes', shows: get },
      { kind: 'refuses', shows: get },
    ]),
  ).toBe(true)
  expect(
    differInKind([
      { kind: 'takes', shows: get },
      { kind: 'takes', shows: list },
    ]),
  ).toBe(true)
  expect(
    differInKind([
      { kind: 'takes', shows: get },
      { kind: null, shows: get },
    ]),
  ).toBe(true)
})
