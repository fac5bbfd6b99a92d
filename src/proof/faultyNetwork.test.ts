import { afterEach, expect, test } from 'vitest'
import { reply, serve, type TestServer } from '../wire/testTarget.test.data.js'
import { transport } from '../wire/transport.js'
import { faultyNetwork, networkFaults, type FaultyNetwork, type NetworkFault } from './faultyNetwork.test.data.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const patienceMs = 5_000

/** A server behind a network that does this to every request, and what a client with half a second of patience gets. */
async function through(
  fault: NetworkFault | null,
): Promise<{ readonly server: TestServer; readonly network: FaultyNetwork; readonly got: string | number }> {
  const server = await serve((received, response) => reply(response, { echo: received.body }))
  const network = await faultyNetwork(server.url, () => fault, patienceMs)
  const wire = transport({ concurrency: 1, timeoutSeconds: 0.5 })
  closing.push(
    server.close,
    () => network.close(),
    () => wire.close(),
  )
  const sent = await wire.send({ method: 'POST', origin: network.origin, path: '/x', headers: [], body: 'hello' })
  return { server, network, got: sent.failure?.kind ?? sent.response?.status ?? 'nothing' }
}

test('what nothing becomes of comes through whole', async () => {
  const { server, got } = await through(null)
  expect(got).toBe(200)
  expect(server.received).toMatchObject([{ method: 'POST', url: '/x', body: 'hello' }])
})

test.each(networkFaults.map((fault) => [fault]))('%s', async (fault) => {
  const { server, network, got } = await through(fault)
  const [status] = fault.split(' ')
  expect(got).toBe(fault.includes(' ') ? Number(status) : /late|delayed/.test(fault) ? 'timeout' : 'connection')
  expect(network.requests).toBe(1)
  const performed = !/dropped|late|before/.test(fault)
  expect(server.received).toHaveLength(performed ? 1 : 0)
})
