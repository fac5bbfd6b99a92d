import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import type { EvidenceLine } from '../evidence/evidence.js'
import { everyOutcome, renderedAs } from './formats.test.data.js'
import { openAjv } from './openAjv.test.data.js'

const report = everyOutcome()

const require = createRequire(import.meta.url)
// What other writers of HAR are held to; the package has no types.
const harSchemas = require('har-schema') as Readonly<Record<string, object>>

test('HAR has an entry for each exchange, answered or not', async () => {
  const har: unknown = JSON.parse(await renderedAs('har', { report, evidence: twoExchanges }))
  const isHar = openAjv().addSchema(Object.values(harSchemas)).getSchema('har.json')
  expect(isHar?.(har) === true ? [] : isHar?.errors).toEqual([])
  expect(isHar?.({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [{}] } })).toBe(false)
  expect(har).toMatchObject({
    log: {
      version: '1.2',
      creator: { name: 'octospec', version: '0.1.0' },
      entries: [
        {
          startedDateTime: '2026-05-01T10:00:00.000Z',
          time: 12,
          request: {
            method: 'POST',
            queryString: [{ name: 'a', value: 'b c' }],
            postData: { mimeType: 'application/json', text: '{"currency":"EUR"}' },
            bodySize: 18,
          },
          response: { status: 201, statusText: 'Created', content: { text: '{"id":"é"}', size: 11 } },
          comment: 'request 1, reserve in reserve',
        },
        { request: { bodySize: 0 }, response: { status: 0, _error: 'timeout: no complete answer within 10 s' } },
      ],
    },
  })
})

async function* twoExchanges(): AsyncGenerator<EvidenceLine> {
  const common = {
    scenario: 'reserve',
    purpose: 'reserve',
    as: 'reseller',
    input: {},
    startedAt: Date.parse('2026-05-01T10:00:00Z'),
    durationMs: 12,
    clockMinutes: 0,
  } as const
  const headers = { 'content-type': 'application/json' }
  yield {
    type: 'exchange',
    exchange: {
      ...common,
      n: 1,
      request: { method: 'POST', url: 'http://127.0.0.1/b?a=b%20c', headers, body: '{"currency":"EUR"}' },
      response: { status: 201, headers, json: { id: 'é' } },
    },
  }
  yield {
    type: 'exchange',
    exchange: {
      ...common,
      n: 2,
      request: { method: 'GET', url: 'http://127.0.0.1/b', headers: {} },
      response: null,
      failure: { kind: 'timeout', message: 'no complete answer within 10 s' },
    },
  }
}
