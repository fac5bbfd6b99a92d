import { expect, test } from 'vitest'
import { openQuiet } from './quiet.js'

test('who acts alone does not wait', async () => {
  const quiet = openQuiet()
  quiet.entered()
  expect(await quiet.wait()).toBe(false)
})

test('those who wait go on one after the other, when nobody else acts any more', async () => {
  const quiet = openQuiet()
  const seen: string[] = []
  for (let each = 0; each < 3; each += 1) quiet.entered()
  const waits = ['first', 'second'].map(async (name) => {
    expect(await quiet.wait()).toBe(true)
    seen.push(name)
    await Promise.resolve()
    seen.push(`${name} left`)
    quiet.left()
  })
  await Promise.resolve()
  seen.push('third left')
  quiet.left()
  await Promise.all(waits)
  expect(seen).toEqual(['third left', 'first', 'first left', 'second', 'second left'])
})
