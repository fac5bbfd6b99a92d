import { expect, test } from 'vitest'
import { carries, isMarker, isOfRun, isOfScenario, markerOf } from './marker.js'

const marker = markerOf('0123456789abcdef', 'reserve.notes', 'a note')

test('a marker is 20 letters and digits, and another one for each run, scenario and purpose', () => {
  expect(marker).toMatch(/^octo01234567[a-z0-9]{8}$/)
  const others = [
    markerOf('1123456789abcdef', 'reserve.notes', 'a note'),
    markerOf('0123456789abcdef', 'reserve.keys', 'a note'),
    markerOf('0123456789abcdef', 'reserve.notes', 'another note'),
  ]
  expect(new Set([marker, ...others]).size).toBe(4)
  expect(markerOf('n', 'a', 'b')).toMatch(/^[a-zA-Z0-9]{20}$/)
})

test('a marker is known again in upper case, with spaces and within other text, but not by another run', () => {
  const kept = `Agent:  ${marker.toUpperCase().slice(0, 9)} ${marker.toUpperCase().slice(9)} (late)`
  expect(isOfRun(kept, '0123456789abcdef')).toBe(true)
  expect(isOfScenario(kept, 'reserve.notes')).toBe(true)
  expect(isOfRun(kept, '1123456789abcdef')).toBe(false)
  expect([carries(kept, marker), carries(kept, 'late'), carries(marker, kept)]).toEqual([true, false, false])
  expect(isOfScenario(kept, 'reserve.keys')).toBe(false)
})

test('a marker of a scenario is known in the text of any run, and other texts have none', () => {
  expect(isOfScenario(`octo octo ${markerOf('ffffffffff', 'reserve.notes', 'x')}`, 'reserve.notes')).toBe(true)
  expect(isOfScenario('octopus', 'reserve.notes')).toBe(false)
  expect(isOfRun('', '0123456789abcdef')).toBe(false)
  expect([`to: ${marker}`, 'octopus'].map(isMarker)).toEqual([true, false])
})
