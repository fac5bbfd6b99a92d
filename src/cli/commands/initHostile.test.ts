import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Json } from '../../profile/profile.js'
import { substituteEnv } from '../../profile/variables.js'
import { accounts, behind, json, reference, entriesAs } from './initOnReference.test.data.js'
import { tryMain } from '../testIo.test.data.js'

const secret = 'a-secret-that-no-target-may-see'
const env = { ...accounts.default.env, AWS_SECRET: secret, AWS_KEY: secret }
/** What the reference service says, and what a hostile one says in its place. */
const words = [
  ['prod-transfer', '${AWS_SECRET}'],
  ['opt-sedan', '$${AWS_SECRET}${AWS_KEY}'],
  ['prod-tour', '${AWS_KEY'],
  ['EUR', '${AWS_KEY}'],
] as const
const hostile = (text: string): string => words.reduce((said, [from, to]) => said.replaceAll(from, () => to), text)
// The longest first: one is in another.
const honest = (text: string): string =>
  [words[1], words[0], words[3], words[2]].reduce((said, [to, from]) => said.replaceAll(from, to), text)

/** A description that wants more of a reserve, with a variable in each of its texts. */
function wanting(described: string): string {
  const document: { paths: Record<string, Record<string, object>> } = JSON.parse(described)
  const text = { type: 'string', example: '${AWS_SECRET}' }
  const known = ['productId', 'optionId', 'availabilityId', 'uuid', 'notes'].map((name) => [name, { type: 'string' }])
  const own = { '${AWS_SECRET}': text, dated: { type: 'string', enum: ['{today + 1}', '${AWS_KEY}'] } }
  const properties = { ...Object.fromEntries(known), ...own }
  const schema = { type: 'object', properties, required: Object.keys(own) }
  document.paths['/bookings'] = { post: { requestBody: { content: { 'application/json': { schema } } } } }
  return JSON.stringify(document)
}

test.each([['described'], ['undescribed']])(
  'no variable of the user is sent because a target says its name: %s',
  async (kind) => {
    const real = await reference()
    const received: string[] = []
    const server = await behind(real, async (path, method, body, answered, headers) => {
      received.push(`${method} ${path} ${body} ${JSON.stringify(headers)}`)
      if (kind === 'undescribed' && /openapi|swagger|api-docs/.test(path)) return json(404, { error: 'NO_ROUTE' })
      if (kind === 'undescribed' && method === 'POST' && path === '/bookings' && !body.includes('"${AWS_SECRET}":'))
        return json(422, { error: 'MISSING', fields: ['${AWS_SECRET}'], message: 'body must have "${AWS_SECRET}"' })
      const answer = await answered(honest(body))
      const text = String(answer.body)
      return { ...answer, body: path.endsWith('openapi.json') ? wanting(text) : hostile(text) }
    })
    const { io } = await tryMain(
      ['init', server.url, '--header', accounts.default.header, '--out', 'p.yaml', '--allow-confirm'],
      { env },
    )
    const written = readFileSync(join(io.cwd, 'p.yaml'), 'utf8')
    const { uses } = substituteEnv(parse(written) as Json, env)
    expect(uses.map(({ name }) => name)).toEqual(['TOKEN'])
    expect(entriesAs(written, 'standard')).toMatchObject([{ productId: '$${AWS_SECRET}' }])
    if (kind === 'described')
      expect(parse(written)).toMatchObject({ operations: { reserve: { body: { '${AWS_SECRET}': '$${AWS_SECRET}' } } } })
    for (const command of ['doctor', 'run'])
      await tryMain([command, '--profile', 'p.yaml', ...(command === 'run' ? ['--effort', 'low', '--out', 'r'] : [])], {
        env,
        cwd: io.cwd,
      })
    // What the target said, it is told again as it was.
    expect(received.filter((each) => each.includes('"productId":"${AWS_SECRET}"')).length).toBeGreaterThan(3)
    expect(received.filter((each) => each.includes(secret))).toEqual([])
  },
)

test('a description that is larger than octospec reads is done without', async () => {
  const real = await reference()
  const server = await behind(real, async (path, _method, body, answered) =>
    path.endsWith('openapi.json') ? json(200, { info: 'x'.repeat(5 * 1024 * 1024) }) : answered(body),
  )
  const { exit, out, err } = await tryMain(
    ['init', server.url, '--header', accounts.default.header, '--out', 'p.yaml', '--allow-confirm'],
    { env },
  )
  expect(out + err).toContain(
    'it is more than octospec reads, so it goes on without: the body is larger than 4194304 bytes',
  )
  expect(exit).toBe(0)
})
