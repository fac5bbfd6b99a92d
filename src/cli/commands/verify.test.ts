import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { main } from '../main.js'
import { targetWith } from '../faultyTarget.test.data.js'
import { testIo } from '../testIo.test.data.js'

const home = mkdtempSync(join(tmpdir(), 'octospec-'))
const run = join(home, 'run')
let copies = 0

beforeAll(async () => {
  const io = testIo()
  const named = ['--only', 'reserve*', '--effort', 'low', '--report', 'junit,md,ctrf,har']
  const target = await targetWith({ faults: ['reserve-accepts-201-minutes'] })
  const exit = await main(['run', ...target, ...named, '--out', run], io)
  expect(exit, io.both()).toBe(1)
})

/** A copy of the run, changed. */
function changed(change: (folder: string) => void): string {
  copies += 1
  const folder = join(home, `copy-${copies}`)
  cpSync(run, folder, { recursive: true })
  change(folder)
  return folder
}

/** A copy of the run with another text in one of its files. */
function edited(file: string, edit: (text: string) => string): string {
  return changed((folder) => {
    const before = readFileSync(join(folder, file), 'utf8')
    const after = edit(before)
    expect(after).not.toBe(before)
    writeFileSync(join(folder, file), after)
  })
}

async function verify(folder: string): Promise<{ readonly exit: number; readonly said: string }> {
  const io = testIo()
  return { exit: await main(['verify', folder], io), said: io.both() }
}

/** report.json with some members changed. */
function withReport(change: (report: Record<string, unknown>) => void): string {
  return edited('report.json', (text) => {
    const report: unknown = JSON.parse(text)
    if (typeof report !== 'object' || report === null) throw new Error('no report')
    const members: Record<string, unknown> = { ...report }
    change(members)
    return JSON.stringify(members)
  })
}

function checksOf(report: Record<string, unknown>): Record<string, unknown>[] {
  if (!Array.isArray(report['checks'])) throw new Error('no checks')
  return report['checks']
}

test('a run as it was written holds, by its folder and by its report.json', async () => {
  const { exit, said } = await verify(run)
  expect(said).toContain('holds: the report follows from its')
  expect(said).toContain('the evidence says: fails.')
  expect(exit).toBe(0)
  expect((await verify(join(run, 'report.json'))).exit).toBe(0)
})

test('a report laid out differently still holds', async () => {
  expect(await verify(edited('report.json', (text) => JSON.stringify(JSON.parse(text))))).toMatchObject({ exit: 0 })
})

test('a changed verdict does not follow', async () => {
  const { exit, said } = await verify(withReport((report) => void (report['verdict'] = 'conforms')))
  expect(exit).toBe(1)
  expect(said).toContain('verdict: the report says "conforms", the evidence says "fails"')
})

test('a check that was turned green does not follow', async () => {
  const folder = withReport((report) => {
    for (const check of checksOf(report)) if (check['outcome'] === 'fail') check['outcome'] = 'pass'
  })
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toMatch(/check reserve\.[\w.-]+: the report says pass, the evidence says fail/)
})

test('a removed check does not follow, nor does an added one', async () => {
  const folder = withReport((report) => {
    const [first, ...rest] = checksOf(report)
    report['checks'] = [...rest, { ...first, id: 'reserve.made-up' }]
  })
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toMatch(/check reserve\.[\w.-]+: it is not in the report, but the evidence has it \("pass"\)/)
  expect(said).toContain('check reserve.made-up: it is in the report, but not in the evidence')
})

test.each(['headline', 'summary', 'bookings', 'clauses', 'requests', 'seed', 'profile', 'evidence', 'gaps'])(
  'a report without its %s does not follow',
  async (member) => {
    const { exit, said } = await verify(withReport((report) => delete report[member]))
    expect(exit).toBe(1)
    expect(said).toContain(`${member}: the report says nothing`)
  },
)

test('an edited finding does not follow', async () => {
  const folder = edited('report.json', (text) => text.replaceAll('"received": 201', '"received": 200'))
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toMatch(/check [\w.-]+, findings\/0\/received: the report says 200, the evidence says 201/)
})

test('an edited exchange is seen by its hash even where it changes no outcome', async () => {
  const folder = edited('exchanges.ndjson', (text) => text.replace('"durationMs":', '"durationMs":1'))
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toContain('evidence/sha256: the report says')
})

test('an exchange that was left out is counted', async () => {
  const folder = edited('exchanges.ndjson', (text) => {
    const lines = text.split('\n')
    // One that no scenario has a part in, so that nothing else lacks it.
    const at = lines.findLastIndex((line) => /^\{"type":"exchange".{0,60}"scenario":"cleanup"/.test(line))
    return lines.toSpliced(at, 1).join('\n')
  })
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toMatch(/the run recorded (\d+) exchanges, but the evidence has \d+/)
})

test('a check that was taken out of plan and report is missed', async () => {
  let gone = ''
  const folder = withReport((report) => {
    const [first, ...rest] = checksOf(report)
    gone = String(first?.['id'])
    report['checks'] = rest
  })
  const path = join(folder, 'exchanges.ndjson')
  writeFileSync(path, readFileSync(path, 'utf8').replace(`"${gone}",`, ''))
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toContain(`check ${gone}: the plan leaves it out`)
})

test('evidence cut in the middle of a line is cut short', async () => {
  const folder = changed((copy) => {
    const path = join(copy, 'exchanges.ndjson')
    truncateSync(path, Math.floor(readFileSync(path).length * 0.6))
  })
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toContain('the evidence is cut short')
  expect(said).toContain('the evidence says: aborted. the evidence ends in the middle of the run')
  expect(said).toContain('verdict: the report says "fails", the evidence says "aborted"')
})

test('evidence of a run that was killed has no report to follow', async () => {
  const folder = edited('exchanges.ndjson', (text) => text.split('\n').slice(0, 40).join('\n') + '\n')
  rmSync(join(folder, 'report.json'))
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toContain('the evidence is cut short: it ends in the middle of the run')
  expect(said).toContain('there is no report.json')
})

test('evidence of another octospec and another contract is judged, and that is said', async () => {
  const folder = edited('exchanges.ndjson', (text) =>
    text
      .replace(/"version":"[^"]+","node"/, '"version":"9.9.9","node"')
      .replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${'0f'.repeat(32)}"`),
  )
  const { exit, said } = await verify(folder)
  expect(exit).toBe(1)
  expect(said).toContain('note: the run was made by octospec 9.9.9')
  expect(said).toContain('note: the run was judged by another contract')
})

test.each([
  ['a line that is no JSON', (text: string) => text.replace('{"type":"exchange"', '{"type":"exch'), 'is no JSON'],
  [
    'a plan of another schema',
    (text: string) => text.replace('"schemaVersion":1', '"schemaVersion":2'),
    'schema version 2',
  ],
  ['no plan', (text: string) => text.slice(text.indexOf('\n') + 1), 'does not begin with the plan'],
  ['two plans', (text: string) => text + text, 'begins another run'],
  [
    'an exchange without a request',
    (text: string) => text.replaceAll('"response":{', '"answer":{'),
    'none that octospec wrote',
  ],
  ['nothing', () => '', 'the evidence is empty'],
])('evidence with %s cannot be judged', async (_, edit, expected) => {
  const { exit, said } = await verify(edited('exchanges.ndjson', edit))
  expect(exit).toBe(1)
  expect(said).toContain(expected)
})

test.each(['junit.xml', 'report.md', 'ctrf.json', 'exchanges.har'])('a changed %s does not follow', async (file) => {
  const { exit, said } = await verify(
    edited(file, (text) => text.replace('reserve', 'deserve').replace('fails', 'fine')),
  )
  expect(exit).toBe(1)
  expect(said).toContain(`${file}: it is not the file that octospec writes for this evidence`)
})

test('a folder without evidence, and no folder at all, are wrong use', async () => {
  const folder = changed((copy) => rmSync(join(copy, 'exchanges.ndjson')))
  expect(await verify(folder)).toMatchObject({ exit: 2, said: expect.stringContaining('OCTOSPEC_EVIDENCE') })
  const none = await verify(join(home, 'nowhere'))
  expect(none).toMatchObject({ exit: 2, said: expect.stringContaining('OCTOSPEC_REPORT') })
})
