import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runAgain, toldOf, type Told } from './scriptAgain.test.data.js'
import { shellScript } from './script.js'
import type { Story } from './story.js'

async function told(fault: string): Promise<Told & { readonly script: string }> {
  const [first] = await toldOf(fault)
  if (first === undefined) throw new Error(`${fault} has no story`)
  return { ...first, script: shellScript(first.story, first.defect.title, first.target) }
}

// One each of: holds that are over, and lists.
test.each(['confirm-of-expired-accepted', 'list-skips-one-between-pages'])(
  'the script of %s ends with 1 on a new server that has it, and with 0 on one that has not',
  async (fault) => {
    const { script } = await told(fault)
    expect(script).not.toContain('reference-token')
    const faulty = await runAgain(script, fault)
    expect(faulty.code, `${script}\n${faulty.out}`).toBe(1)
    const right = await runAgain(script, fault, { faults: [] })
    expect(right.code, `${script}\n${right.out}`).toBe(0)
  },
)

test('a script shows what the wrong value is held to, which may be another one by then', async () => {
  const { script } = await told('last-option-original-below-retail')
  const { out } = await runAgain(script, 'last-option-original-below-retail')
  const [, original, retail] = /now: {6}HTTP 200 (\d+)\n[^]*held to: {2}(\d+)/.exec(out) ?? []
  expect(Number(original)).toBeLessThan(Number(retail))
})

test('a text in the place of an amount keeps its quotes', async () => {
  const { script } = await told('price-original-a-text')
  const { out } = await runAgain(script, 'price-original-a-text')
  expect(out).toMatch(/octospec: "\d+"\nnow: {6}HTTP 200 "\d+"/)
})

test('a script that cannot go on ends with 2: it says at which answer, what that says, and what is missing', async () => {
  const fault = 'get-shows-no-reference'
  const { script } = await told(fault)
  const refused = await runAgain(script, fault, { env: { AUTHORIZATION: 'wrong' } })
  expect(refused.out).toMatch(/^1\. \w+: HTTP 40[13]\n {3}\w+ is not in it, and the rest needs that: .*\S\n$/)
  expect(refused.code).toBe(2)
  for (const env of [{ AUTHORIZATION: '' }, { ORIGIN: 'http://127.0.0.1:1' }, { PATH: '/nowhere' }])
    expect(await runAgain(script, fault, { env }), JSON.stringify(env)).toMatchObject({ code: 2 })
})

test('nothing that a target said runs in the script, or leaves what it is quoted in', async () => {
  const evil = "'; touch /tmp/octospec-owned; echo '$(id) `id` # \n\u202e \\ \" ${AUTHORIZATION}"
  const { story, target } = await told('extend-of-confirmed-accepted')
  const hostile: Story = {
    ...story,
    finding: { ...story.finding, expected: evil, received: evil, pointer: `/${evil}` },
    steps: story.steps.map((step, at) => ({
      ...step,
      captures: step.captures.map((capture) => ({ ...capture, pointer: `/${evil}` })),
      exchange: {
        ...step.exchange,
        request: {
          ...step.exchange.request,
          url: `${step.exchange.request.url}?a={b}`,
          body: JSON.stringify({ evil, half: at % 2 === 0 ? '\ud800`' : '', tag: '\u{e0041}' }),
          headers: { 'x-evil': evil },
        },
      },
    })),
  }
  const script = shellScript(hostile, evil, target)
  const { out } = await runAgain(script, 'extend-of-confirmed-accepted')
  expect(existsSync('/tmp/octospec-owned')).toBe(false)
  expect(out).not.toContain('uid=')
  expect(script).not.toMatch(/\u202e/)
})
