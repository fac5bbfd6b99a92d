import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { main } from '../main.js'
import { testIo, tryMain } from '../testIo.test.data.js'

test('faults and variants are listed one a line, the name first', async () => {
  const faults = await tryMain(['serve', '--list-faults'])
  expect(faults.exit).toBe(0)
  for (const line of faults.out.trimEnd().split('\n')) expect(line).toMatch(/^[a-z0-9-]+\t[\d.]+\/[a-z0-9-]+\t\S/)
  const variants = await tryMain(['serve', '--list-variants'])
  for (const line of variants.out.trimEnd().split('\n')) expect(line).toMatch(/^[a-z0-9-]+\t\S+\t\S/)
})

test('it answers at the address that it prints until Ctrl-C, and names the profile to use', async () => {
  const io = testIo()
  const ending = main(['serve', '--port', '0', '--dialect', 'partner'], io)
  await expect.poll(() => io.out()).toContain('try: ')
  const url = /listens at (\S+)/.exec(io.out())?.[1] ?? ''
  const response = await fetch(`${url}/transfers`, { method: 'POST' })
  expect(response.status).toBeGreaterThanOrEqual(200)
  expect(io.out()).toMatch(/--profile \S+partner\.yaml --target http/)
  io.interrupt()
  expect(await ending).toBe(0)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('a port in use and a fault that there is none of end with 2', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address.
  const { port } = other.address() as AddressInfo
  const taken = await tryMain(['serve', '--port', String(port)])
  await new Promise((resolve) => other.close(resolve))
  expect(taken.err).toContain(`error OCTOSPEC_PORT: 127.0.0.1:${port} is in use by another program`)
  expect(taken.exit).toBe(2)
  const unknown = await tryMain(['serve', '--fault', 'transfers-refuse-gpb'])
  expect(unknown.err).toContain('Did you mean "transfers-refuse-gbp"?')
  expect(unknown.exit).toBe(2)
})
