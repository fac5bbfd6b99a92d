// The line that a report shows for seeing a failure again is pasted, as whoever reads it would do.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { wordsOf } from './docs.test.data.js'
import { main } from './main.js'
import { testIo } from './testIo.test.data.js'

const env = { OCTO_TOKEN: 'reference-token-a' }
let target: Reference
beforeAll(async () => {
  target = await startReference({ faults: ['confirm-of-expired-accepted', 'transfers-refuse-gbp'] })
})
afterAll(() => target.close())

const profile = `target: { url: 'http://127.0.0.1:1/nobody', headers: { Authorization: 'Bearer \${OCTO_TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
clock: { request: POST /__clock, minutes: 'body:/advanceMinutes' }
`
/** A text in JSON, without the quotes and all that is outside of them. */
const strings = (json: string): string => {
  const found: string[] = []
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') found.push(value)
    return value
  })
  return found.join('\n')
}
const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll(/&#39;|&apos;/g, "'")
    .replaceAll('&amp;', '&')

/** Where each report shows the line, and how its own reader would take it out. */
const shownIn: Readonly<Record<string, (text: string) => string>> = {
  'report.html': (text) => unescaped(text.replaceAll(/<[^>]*>/g, '')),
  'junit.xml': unescaped,
  'report.md': (text) => text,
  'ctrf.json': strings,
}

test.each([
  ['hold.over-not-confirmed', 'a fault of time'],
  ['transfers.accepted', 'a property, with its smallest value'],
])('each line that shows %s again does so when it is pasted: %s', async (check) => {
  const io = testIo({ env: { GITHUB_ACTIONS: 'true', ...env } })
  io.file("my server's.yaml", profile)
  const formats = 'html,junit,md,ctrf'
  const choices = ['--verbose', '--profile', "my server's.yaml", '--target', target.url, '--only', check]
  expect(await main(['run', ...choices, '--out', 'out', '--report', formats], io), io.both()).toBe(1)
  const places = new Map([['the terminal', io.out()]])
  const annotation =
    io
      .out()
      .split('\n')
      .find((line) => line.startsWith('::error')) ?? ''
  places.set('the annotation', annotation.replaceAll('%0A', '\n').replaceAll('%25', '%'))
  for (const [file, read] of Object.entries(shownIn))
    places.set(file, read(readFileSync(join(io.cwd, 'out', file), 'utf8')))
  const lines = [...places].map(([place, text]) => {
    const line = /octospec run --profile [^\n`<]*/.exec(text)?.[0].trim()
    expect(line, `${place}\n${text.slice(0, 3000)}`).toBeDefined()
    return line ?? ''
  })
  // They are one line, so one paste shows what each would come to.
  expect([...new Set(lines)]).toHaveLength(1)
  const [program, ...argv] = wordsOf((lines[0] ?? '').replaceAll("'my server'\\''s.yaml'", '"my server\'s.yaml"'))
  expect(program).toBe('octospec')
  const pasted = testIo({ cwd: io.cwd, env })
  expect(await main([...argv, '--verbose'], pasted), pasted.both()).toBe(1)
  expect(pasted.out()).toMatch(new RegExp(`^FAIL  ${check.replace('.', '\\.')} `, 'm'))
})

test('the lines that come back to a run work when they are pasted, as the run was told of its target', async () => {
  const io = testIo({ env })
  io.file(
    'p.yaml',
    profile.replace(/^clock.*$/m, '').replace('{ as', '{ as: late, productId: prod-late, optionId: opt-late }, { as'),
  )
  const stubborn = await startReference({ faults: ['cancel-of-confirmed-refused'] })
  const choices = ['--profile', 'p.yaml', '--out', 'out']
  try {
    for (const [only, line, url] of [
      ['confirm.accepted', /octospec resume .*/, stubborn.url],
      ['hold.over-by-get', /octospec resume .*?(?= from )/, target.url],
    ] as const) {
      await main(['run', ...choices, '--target', url, '--only', only], io)
      const pasted = testIo({ cwd: io.cwd, env })
      await main(wordsOf(line.exec(io.out())?.[0] ?? '').slice(1), pasted)
      expect(pasted.both()).not.toContain('error')
      expect(pasted.out()).toMatch(/left on the target|still age/)
    }
  } finally {
    await stubborn.close()
  }
})

test('of the embedded reference service, which has ended, no line says how to come back to it', async () => {
  const io = testIo()
  expect(await main(['run', '--reference', '--only', 'confirm.late-start-accepted', '--verbose'], io), io.both()).toBe(
    0,
  )
  expect(io.out()).toContain('they ended with the reference service')
  expect(io.out()).not.toContain('octospec resume')
})

test('a failure that rests on what another check confirmed is run again with it, by its line and by the run', async () => {
  const faulty = await startReference({ faults: ['list-descending-as-text'] })
  try {
    const io = testIo({ env })
    io.file('p.yaml', `${profile}operations: { list: { values: { descending: DESCENDING } } }\n`)
    const ran = [
      'run',
      '--profile',
      'p.yaml',
      '--target',
      faulty.url,
      '--only',
      'list.*',
      '--report',
      'json',
      '--verbose',
    ]
    expect(await main([...ran, '--out', 'out'], io), io.both()).toBe(1)
    const line = /octospec (run .*--only list\.sorted-descending .*)$/m.exec(io.out())?.[1] ?? ''
    expect(line).toMatch(/--only list\.sorted-descending --only list\.sorted-ascending /)
    const pasted = testIo({ cwd: io.cwd, env: io.env })
    expect(await main([...wordsOf(line), '--verbose'], pasted), pasted.both()).toBe(1)
    expect(pasted.out()).toMatch(/^FAIL {2}list\.sorted-descending/m)
    const again = testIo({ cwd: io.cwd, env: io.env })
    const failed = ['run', '--profile', 'p.yaml', '--only', 'out', '--verbose']
    expect(await main([...failed, '--target', faulty.url], again), again.both()).toBe(1)
    expect(again.out()).toMatch(/^FAIL {2}list\.sorted-descending/m)
    expect(await main(failed, again)).toBe(2)
    expect(again.err()).toContain(`out is a run with --target ${faulty.url}: give it here, too`)
  } finally {
    await faulty.close()
  }
})
