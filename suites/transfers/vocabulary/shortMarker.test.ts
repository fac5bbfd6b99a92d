import { expect, test } from 'vitest'
import { markerOf } from '../../../src/wire/marker.js'
import { shortMarker } from './keptText.js'

test('eight letters and digits, others for each run, scenario and purpose, and the same for the same', () => {
  const markers = ['0a1b2c3d', '4e5f6a7b'].flatMap((nonce) =>
    ['update.flawed', 'confirm.reference'].flatMap((scenario) =>
      ['one', 'two'].map((what) => markerOf(nonce, scenario, what)),
    ),
  )
  const short = markers.map(shortMarker)
  expect(new Set(short).size).toBe(markers.length)
  for (const text of short) expect(text).toMatch(/^[0-9a-z]{8}$/)
  expect(markers.map(shortMarker)).toEqual(short)
})
