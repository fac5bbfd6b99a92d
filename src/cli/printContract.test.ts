import SwaggerParser from '@apidevtools/swagger-parser'
import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { specFile } from '../contract/specFile.js'
import { tryMain } from './testIo.test.data.js'

test('the contract is printed as YAML or JSON, with and without pricing', async () => {
  const yaml = await tryMain(['explain', '--contract'])
  expect(parse(yaml.out)).toMatchObject({ openapi: '3.1.0' })
  expect(yaml.out).toContain('currencyPrecision')
  const json = await tryMain(['explain', '--contract', '--json', '--no-pricing'])
  expect(JSON.parse(json.out).components.schemas).not.toHaveProperty('Pricing')
})

test('a profile fills it in', async () => {
  const { exit, out } = await tryMain([
    'explain',
    '--contract',
    '--json',
    '--profile',
    specFile('transfers/profiles/partner.yaml'),
  ])
  expect(exit).toBe(0)
  expect(JSON.parse(out).paths).toHaveProperty('/reservations/search')
})

test.each([
  ['reference', '/uuid'],
  ['partner', '/bookingNumber'],
])(
  'what the profile %s fills in is valid for swagger-parser, and links a booking to what may come next',
  async (name, id) => {
    const { out } = await tryMain([
      'explain',
      '--contract',
      '--json',
      '--profile',
      specFile(`transfers/profiles/${name}.yaml`),
    ])
    const document: OpenAPIV3_1.Document = JSON.parse(out)
    await SwaggerParser.validate(structuredClone(document))
    const following = ['get', 'update', 'extend', 'confirm', 'cancel']
    const { links } = JSON.parse(out).components.responses.Booking
    expect(Object.keys(links).toSorted()).toEqual(following.toSorted())
    for (const operationId of following)
      expect(links[operationId]).toEqual({ operationId, parameters: { id: `$response.body#${id}` } })
  },
)

test('no secret of the profile gets into it', async () => {
  const secret = 'sEcReT0123456789abcdef'
  const profile = `target: { url: 'https://api.example/\${TOKEN}', headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: [{ as: standard, productId: p, optionId: o }]
`
  const { exit, out } = await tryMain(['explain', '--contract', '--profile', 'p.yaml'], {
    files: { 'p.yaml': profile },
    env: { TOKEN: secret },
  })
  expect(exit).toBe(0)
  expect(out).not.toContain(secret)
})
