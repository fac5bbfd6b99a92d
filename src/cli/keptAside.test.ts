import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { mostAside } from '../report/runFiles.js'
import { main } from './main.js'
import { testIo, type TestIo } from './testIo.test.data.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const ageing = ['run', '--profile', 'p.yaml', '--only', 'hold.extended-ends', '--out', 'out']
const short = ['run', '--profile', 'p.yaml', '--only', 'transfers.accepted', '--out', 'out']

/** With a target that has no test clock, so that holds are left ageing. */
async function started(): Promise<TestIo> {
  const reference = await startReference()
  closing.push(() => reference.close())
  const io = testIo()
  io.file(
    'p.yaml',
    `target: { url: '${reference.url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`,
  )
  return io
}

const asideOf = (io: TestIo): readonly string[] =>
  readdirSync(join(io.cwd, 'out')).filter((name) => name.startsWith('earlier-'))

test('a run whose holds still age is kept aside when another one goes into its folder, and can be settled there', async () => {
  const io = await started()
  expect(await main(ageing, io)).toBe(3)
  expect(await main(short, io)).toBe(0)
  const [aside = '', ...others] = asideOf(io)
  expect(others).toEqual([])
  expect(io.err()).toMatch(
    /\nnote: the run before left \d+ scenarios? that octospec resume goes on with[^\n:]*: it is kept in out\/earlier-[\d-]+, for octospec resume out\/earlier-/,
  )
  expect(readdirSync(join(io.cwd, 'out', aside)).sort()).toEqual([
    'exchanges.ndjson',
    'octospec-files.json',
    'report.html',
    'report.json',
  ])
  expect(await main(['resume', join('out', aside)], io)).toBe(3)
  expect(io.out()).toMatch(/still ageing: come back/)
  expect(await main(['verify', 'out'], io)).toBe(0)
  expect(await main(['verify', join('out', aside)], io)).toBe(0)
})

test('so is a run that was killed, and one that cannot begin keeps it as well', async () => {
  const io = await started()
  await main(ageing, io)
  rmSync(join(io.cwd, 'out', 'report.json'))
  expect(await main([...short, '--effort', 'nope'], io)).toBe(2)
  const [aside = ''] = asideOf(io)
  expect(io.err()).toContain(
    `note: the run before has no report that can be read, and may have left bookings: it is kept in out/${aside}, for octospec resume`,
  )
  expect(await main(['resume', join('out', aside), '--cancel-all'], io)).toBe(0)
  expect(await main(short, io)).toBe(0)
  expect(asideOf(io)).toEqual([aside])
})

test('what nobody has to come back to is replaced, and what is kept stays, whatever it is', async () => {
  const io = await started()
  for (let n = 0; n < 12; n += 1) mkdirSync(join(io.cwd, 'out', `earlier-20200101-0000${10 + n}`), { recursive: true })
  await main(short, io)
  await main(short, io)
  expect(asideOf(io)).toHaveLength(12)
  await main(ageing, io)
  await main(short, io)
  expect(asideOf(io)).toHaveLength(13)
  expect(asideOf(io)).toContain('earlier-20200101-000010')
})

test('where a hundred are kept, a run that another one would be lost for does not begin, and says what to do', async () => {
  const io = await started()
  await main(ageing, io)
  const before = readFileSync(join(io.cwd, 'out', 'exchanges.ndjson'))
  for (let n = 0; n < mostAside; n += 1) mkdirSync(join(io.cwd, 'out', `earlier-20200101-000000-${100 + n}`))
  expect(await main(short, io)).toBe(2)
  expect(io.err()).toContain('it has 100 earlier runs already, in folders earlier-DATE-TIME')
  expect(io.err()).toContain('come back to them with octospec resume and remove those folders')
  expect(readFileSync(join(io.cwd, 'out', 'exchanges.ndjson'))).toEqual(before)
  expect(await main(['verify', 'out'], io)).toBe(0)
})

test('a run whose report somebody has edited is not torn from it', async () => {
  const io = await started()
  await main(ageing, io)
  const before = readFileSync(join(io.cwd, 'out', 'exchanges.ndjson'))
  appendFileSync(join(io.cwd, 'out', 'report.json'), '\n')
  expect(await main(short, io)).toBe(2)
  expect(io.err()).toContain('report.json: there is a file that octospec did not write, or that was changed since')
  expect(asideOf(io)).toEqual([])
  expect(readFileSync(join(io.cwd, 'out', 'exchanges.ndjson'))).toEqual(before)
})
