import { expect, test } from 'vitest'
import { minutesOfUnit } from './minutesOfUnit.js'

test('a unit of time has its minutes, in capitals or not, of one or of several', () => {
  expect(['HOURS', 'hour', 'Days', 'MINUTES'].map(minutesOfUnit)).toEqual([60, 60, 24 * 60, 1])
})

test('what is no unit of time has none, whatever objects have a member of that name', () => {
  expect(['constructor', '__proto__', 'toString', '', 7, null, undefined].map(minutesOfUnit)).toEqual(
    Array.from({ length: 7 }, () => undefined),
  )
})
