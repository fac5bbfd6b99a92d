import { expect, test } from 'vitest'
import { pack } from '../../pack.js'
import { type Kill, killsCsv } from '../../proof/kills.js'
import { main } from '../main.js'
import { testIo } from '../testIo.test.data.js'

const fault = 'get-loses-notes'
const [shown = expect.fail(fault)] = pack.reference.shownIn(fault, 'default')
const caught: Kill = {
  fault,
  dialect: 'default',
  check: 'read.equals-created',
  clause: pack.reference.fault(fault).clause,
  ...shown,
}
const sample = ['prove', '--out', '.', '--sample', '1', '--seed', 'any', '--only', fault, '--dialect', 'default']

test('a sample is proven by the matrix, and names the lines of what is gone', async () => {
  const io = testIo()
  io.file('kills.csv', killsCsv([caught, { ...caught, fault: 'no-such-fault' }]))
  expect(await main(sample, io)).toBe(0)
  expect(io.out()).toContain('warning: kills.csv names what is gone: no-such-fault\n')
  expect(io.out()).toContain('1 of 1 faults and variants as they should be, a sample by any\n')
  expect(await main([...sample, '--check'], io)).toBe(1)
})

test('what is no matrix is told', async () => {
  const io = testIo()
  io.file('kills.csv', 'none\n')
  expect(await main(sample, io)).toBe(2)
  expect(io.err()).toContain('kills.csv is no matrix of kills: the first line is not fault,dialect,check')
})
