import { expect, test } from 'vitest'
import { accountHeader, accountQuery } from './credential.js'

const env = { OCTO_TOKEN: 'secret-of-mine', EMPTY: ' ' }

test('a variable in a header is filled in, and written as it was', () => {
  expect(accountHeader('Authorization: Bearer ${OCTO_TOKEN}', env, 'SPARE')).toEqual({
    name: 'Authorization',
    value: 'Bearer secret-of-mine',
    written: 'Bearer ${OCTO_TOKEN}',
    secrets: [{ name: 'OCTO_TOKEN', value: 'secret-of-mine' }],
  })
})

test('a credential in plain is written as the variable that holds it, or as the spare one', () => {
  expect(accountHeader('Authorization: Bearer secret-of-mine', env, 'SPARE').written).toBe('Bearer ${OCTO_TOKEN}')
  expect(accountHeader('X-Api-Key: another', env, 'SPARE').written).toBe('${SPARE}')
  expect(accountHeader('X-Tenant: 7', env, 'SPARE')).toMatchObject({ written: '7', secrets: [] })
})

test.each(['Authorization', 'A b: c', 'Authorization: ${NOT_SET}', 'Authorization: ${EMPTY}'])(
  'a header that cannot be used is refused: %s',
  (text) => {
    expect(() => accountHeader(text, env, 'SPARE')).toThrow(/header is|is not set|is empty/)
  },
)

test('a parameter of the query is as good as a header', () => {
  const query = accountQuery('api_key=${OCTO_TOKEN}', env, 'SPARE')
  expect(query).toMatchObject({ name: 'api_key', inQuery: true, value: 'secret-of-mine', written: '${OCTO_TOKEN}' })
  expect(accountQuery('api_key=in-the-clear', env, 'SPARE').written).toBe('${SPARE}')
  expect(() => accountQuery('api_key: x', env, 'SPARE')).toThrow('name=value')
})

test('as in a profile, what is escaped is no variable', () => {
  expect(accountHeader('X-Tenant: $${OCTO_TOKEN}', env, 'SPARE')).toMatchObject({
    value: '${OCTO_TOKEN}',
    written: '$${OCTO_TOKEN}',
    secrets: [],
  })
})

test('a user and a password of HTTP Basic are sent encoded, as by a run, and both forms of them are secret', () => {
  const encoded = Buffer.from('agent:pass-word-1').toString('base64')
  const held = { OCTO_USER: 'agent', OCTO_PASSWORD: 'pass-word-1', PAIR: 'agent:pass-word-1' }
  const pair = accountHeader('Authorization: Basic ${OCTO_USER}:${OCTO_PASSWORD}', held, 'SPARE')
  expect(pair).toMatchObject({ value: `Basic ${encoded}`, written: 'Basic ${OCTO_USER}:${OCTO_PASSWORD}' })
  expect(pair.secrets.map(({ value }) => value)).toEqual(['agent', 'pass-word-1', encoded])
  const plain = accountHeader('Authorization: Basic agent:pass-word-1', held, 'SPARE')
  expect(plain).toMatchObject({ value: `Basic ${encoded}`, written: 'Basic ${PAIR}' })
  expect(accountHeader(`Authorization: Basic ${encoded}`, held, 'SPARE').value).toBe(`Basic ${encoded}`)
})
