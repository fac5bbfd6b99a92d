import { afterAll } from 'vitest'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { specFile } from '../contract/specFile.js'

const servers: Reference[] = []
afterAll(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** Options of a run against a reference service of this choice. The service ends with the tests of the file. */
export async function targetWith(choice: Parameters<typeof startReference>[0]): Promise<readonly string[]> {
  const server = await startReference(choice)
  servers.push(server)
  return ['--profile', specFile('transfers/profiles/reference.yaml'), '--target', server.url]
}
