import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock, type Clock } from '../wire/clock.js'
import { formats } from '../report/formats.js'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { main } from './main.js'
import { testIo, tryMain, type TestIo } from './testIo.test.data.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const all = formats.map(({ name }) => name).join(',')
const read = (io: TestIo, name: string): string => readFileSync(join(io.cwd, name), 'utf8')
const lean = (url: string): string => `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
const short = ['run', '--reference', '--only', 'transfers.accepted']

async function started(): Promise<Reference> {
  const reference = await startReference()
  cleanups.push(() => reference.close())
  return reference
}

test('files of other tools stay where they are, whatever they are called', async () => {
  const io = testIo()
  mkdirSync(join(io.cwd, 'out'))
  const theirs = { 'ctrf.json': '{}', 'report.md': '# theirs', 'notes.txt': 'x' }
  for (const [name, text] of Object.entries(theirs)) writeFileSync(join(io.cwd, 'out', name), text)
  expect(await main([...short, '--out', 'out', '--report', 'junit'], io)).toBe(0)
  expect(await main([...short, '--out', 'out', '--report', 'junit'], io)).toBe(0)
  for (const [name, text] of Object.entries(theirs)) expect(read(io, `out/${name}`)).toBe(text)
  expect(existsSync(join(io.cwd, 'out', 'junit.xml'))).toBe(true)
})

test('a file of another tool that is in the way ends the command before anything is sent, and stays', async () => {
  const io = testIo()
  mkdirSync(join(io.cwd, 'out'))
  writeFileSync(join(io.cwd, 'out', 'junit.xml'), 'theirs')
  symlinkSync(io.file('kept.txt', 'kept'), join(io.cwd, 'out', 'report.json'))
  expect(await main([...short, '--out', 'out', '--report', 'junit'], io)).toBe(2)
  expect(io.err()).toMatch(/error OCTOSPEC_OUTPUT: cannot write .*: there is a file that octospec did not write/)
  expect(read(io, 'out/junit.xml')).toBe('theirs')
  expect(read(io, 'kept.txt')).toBe('kept')
})

test.each([
  ['text', 'my text\n'],
  ['JSON of another shape', '{"files":["a.txt"]}'],
  ['a list of something else', '{"files":{"a.txt":7}}'],
])('so does %s of another tool where the list of files would be', async (_what, theirs) => {
  const io = testIo()
  mkdirSync(join(io.cwd, 'out'))
  writeFileSync(join(io.cwd, 'out', 'octospec-files.json'), theirs)
  expect(await main([...short, '--out', 'out'], io)).toBe(2)
  expect(io.err()).toMatch(
    /error OCTOSPEC_OUTPUT: cannot write .*octospec-files\.json: there is a file that octospec did not write/,
  )
  expect(read(io, 'out/octospec-files.json')).toBe(theirs)
  expect(readdirSync(join(io.cwd, 'out'))).toEqual(['octospec-files.json'])
})

test('so does a link where the list of files would be, wherever it leads', async () => {
  for (const content of ['mine', '{"files":{}}', null]) {
    const io = testIo()
    mkdirSync(join(io.cwd, 'out'))
    const to = content === null ? join(io.cwd, 'nowhere') : io.file('kept.txt', content)
    symlinkSync(to, join(io.cwd, 'out', 'octospec-files.json'))
    expect(await main([...short, '--out', 'out'], io)).toBe(2)
    expect(io.err()).toContain('error OCTOSPEC_OUTPUT')
    expect(readlinkSync(join(io.cwd, 'out', 'octospec-files.json'))).toBe(to)
    if (content === null) expect(existsSync(to)).toBe(false)
    else expect(read(io, 'kept.txt')).toBe(content)
  }
})

test('of the run before, what octospec wrote is taken away, and what somebody changed since stays and is said', async () => {
  const io = testIo()
  expect(await main([...short, '--out', 'out', '--report', 'junit,md,ctrf'], io)).toBe(0)
  writeFileSync(join(io.cwd, 'out', 'report.md'), 'mine now')
  expect(await main([...short, '--out', 'out', '--report', 'ctrf'], io)).toBe(0)
  expect(readdirSync(join(io.cwd, 'out')).sort()).toEqual([
    'ctrf.json',
    'exchanges.ndjson',
    'octospec-files.json',
    'report.json',
    'report.md',
  ])
  expect(read(io, 'out/report.md')).toBe('mine now')
  expect(io.err()).toMatch(/note: .*report\.md stays: it is not what octospec wrote any more/)
})

test('a list that names other files takes none of them away', async () => {
  const io = testIo()
  mkdirSync(join(io.cwd, 'out'))
  for (const name of ['package.json', 'junit.xml']) writeFileSync(join(io.cwd, 'out', name), '{}')
  const files = { 'package.json': null, '../secret.txt': null, 'junit.xml': 'not its hash' }
  writeFileSync(join(io.cwd, 'out', 'octospec-files.json'), JSON.stringify({ files }))
  io.file('secret.txt', 'secret')
  expect(await main([...short, '--out', 'out'], io)).toBe(0)
  expect(read(io, 'secret.txt')).toBe('secret')
  for (const name of ['package.json', 'junit.xml']) expect(read(io, `out/${name}`)).toBe('{}')
})

test('where the target is not there, every format says so, and none is of the run before', async () => {
  const io = testIo()
  expect(await main([...short, '--out', 'out', '--report', all], io)).toBe(0)
  const before = new Map(formats.map(({ file }) => [file, read(io, `out/${file}`)]))
  io.file('p.yaml', lean('http://127.0.0.1:1'))
  expect(await main(['run', '--profile', 'p.yaml', '--out', 'out', '--report', all], io)).toBe(4)
  for (const [file, text] of before) expect(read(io, `out/${file}`), file).not.toBe(text)
  expect(JSON.parse(read(io, 'out/report.json'))).toMatchObject({ verdict: 'aborted', bookings: [] })
  expect(read(io, 'out/junit.xml')).toMatch(/errors="1"[^]*<error type="octospec"/)
})

test('a run that nobody gave a place leaves nothing behind when it cannot begin', async () => {
  const { exit, io } = await tryMain(['run', '--profile', 'p.yaml'], {
    files: { 'p.yaml': lean('http://127.0.0.1:1') },
  })
  expect(exit).toBe(4)
  expect(readdirSync(io.cwd)).toEqual(['p.yaml'])
})

test('two runs do not share a folder: the second is refused and harms nothing', async () => {
  const io = testIo()
  let second: Promise<number> | undefined
  const other = testIo({ cwd: io.cwd })
  const first = await main(['run', '--reference', '--only', 'reserve.*', '--out', 'out'], {
    ...io,
    stderr: {
      write: (text) => {
        if (/scenarios/.test(text)) second ??= main([...short, '--out', 'out'], other)
      },
    },
  })
  expect(await second).toBe(2)
  expect(other.err()).toMatch(/error OCTOSPEC_IN_USE: .*out is in use by/)
  expect(first).toBe(0)
  expect((await tryMain(['verify', 'out'], { cwd: io.cwd })).exit).toBe(0)
  expect(readdirSync(join(io.cwd, 'out'))).not.toContain('.octospec.lock')
})

test.skipIf(process.platform === 'win32')('what is written can be read by its owner alone', async () => {
  const io = testIo()
  expect(await main([...short, '--out', 'new/out', '--report', all], io)).toBe(0)
  const modes = (folder: string): string[] => [
    ...new Set(readdirSync(folder).map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))),
  ]
  expect(modes(join(io.cwd, 'new'))).toEqual(['700'])
  expect(modes(join(io.cwd, 'new', 'out'))).toEqual(['600'])
})

/** Runs, and lets something happen to the folder once some bookings are made. */
async function runWhile(
  out: string,
  happens: () => void,
  more: readonly string[] = [],
): Promise<{ exit: number; io: TestIo; open: readonly string[]; reference: Reference }> {
  const reference = await started()
  const io = testIo()
  io.file('p.yaml', lean(reference.url))
  const { service } = reference
  const handle = service.handle.bind(service)
  let reserved = 0
  service.handle = (call) => {
    if (call.operation === 'reserve') reserved += 1
    if (reserved === 8) {
      reserved += 1
      happens()
    }
    // The list of what is left must have something to say.
    return handle(call.operation === 'cancel' ? { ...call, id: 'none' } : call)
  }
  const exit = await main(['run', '--profile', 'p.yaml', '--only', 'reserve.*', '--out', out, ...more], io)
  return {
    exit,
    io,
    open: service.store.serials().flatMap((serial) => service.store.versions(serial).at(-1)?.id ?? []),
    reference,
  }
}

function expectAllTold({ exit, io, open }: Awaited<ReturnType<typeof runWhile>>): void {
  expect(exit).toBe(4)
  expect(io.out()).toMatch(/^verdict {3}.*\(exit 4/m)
  expect(io.err()).toMatch(/error OCTOSPEC_OUTPUT: .*; the run is over, and what it came to is told above/)
  expect(open.length).toBeGreaterThan(3)
  // If the key is the id, it names a booking even without an answer.
  const told = io.out().match(/^ {2}\S.* {2}(on-hold|unknown|left): /gm) ?? []
  const unnamed = open.filter((id) => !told.some((line) => line.includes(id)))
  // A reservation without a key or an answer is told without a name.
  expect(unnamed.length, io.out()).toBeLessThanOrEqual(told.filter((line) => line.startsWith('  key none ')).length)
}

test('of a run whose folder goes away, the verdict and all that is left is told, and no exit code says that nothing was booked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octospec-out-'))
  const ran = await runWhile(join(folder, 'out'), () => rmSync(folder, { recursive: true }))
  expectAllTold(ran)
})

test('a run whose folder somebody puts another in the place of writes over nothing that is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octospec-out-'))
  const [out, elsewhere] = [join(folder, 'out'), join(folder, 'elsewhere')]
  mkdirSync(elsewhere)
  const theirs = [...formats.map(({ file }) => file), 'exchanges.ndjson']
  for (const file of theirs) writeFileSync(join(elsewhere, file), 'not yours\n')
  const ran = await runWhile(out, () => {
    rmSync(out, { recursive: true })
    symlinkSync(elsewhere, out)
  })
  expectAllTold(ran)
  for (const file of theirs) expect(readFileSync(join(elsewhere, file), 'utf8'), file).toBe('not yours\n')
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMount()

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'octospec-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function mounted(size: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'octospec-mount-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  cleanups.push(() => execFileSync('umount', ['-l', folder]))
  return folder
}

test.skipIf(!canMount)('so it is of a run that fills the disk', async () => {
  expectAllTold(await runWhile(mounted('128k'), () => undefined))
})

test.skipIf(!canMount)('so it is of a run whose disk becomes read-only', async () => {
  const folder = mounted('16m')
  const ran = await runWhile(folder, () => {
    // What is open stays open; whoever opens a file from now on meets this.
    execFileSync('mount', ['--bind', folder, folder])
    execFileSync('mount', ['-o', 'remount,ro,bind', folder])
    cleanups.push(() => execFileSync('umount', ['-l', folder]))
  })
  expectAllTold(ran)
  expect(ran.io.err()).toContain('the file system is read-only')
})

test('a report that cannot be written keeps no other from being written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octospec-out-'))
  const ran = await runWhile(folder, () => mkdirSync(join(folder, 'report.html')))
  expectAllTold(ran)
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ verdict: expect.any(String) })
})

test('a time limit ends a run on a target that asks for patience without end', async () => {
  const reference = await started()
  let answered = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      answered += 1
      if (answered > 40) return void response.writeHead(429, { 'retry-after': '3600' }).end()
      const { method = '', url = '' } = request
      const headers = { 'content-type': 'application/json', authorization: 'Bearer reference-token-a' }
      const body = method === 'GET' ? {} : { body: Buffer.concat(pieces) }
      const answer = await fetch(`${reference.url}${url}`, { method, headers, ...body })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  // A listening TCP server has an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const argv = ['run', '--profile', 'p.yaml', '--out', 'out', '--time-limit', '1m']
  const clock = fastClock(60)
  let over = Number.NaN
  const onErr = (text: string): void => void (text.includes('the time limit') && (over = clock.now()))
  const { exit, out, err, io } = await tryMain(argv, { clock, onErr, files: { 'p.yaml': lean(url) } })
  expect(exit).toBe(4)
  expect(err).toContain('the time limit of 1m is over')
  expect(out).toMatch(/^verdict {3}aborted\. .*\(exit 4\)$/m)
  expect(JSON.parse(read(io, 'out/report.json'))).toMatchObject({
    verdict: 'aborted',
    problems: ['the run took longer than its time limit of 1m'],
  })
  // A minute of clean-up, the wait of the last request and some seconds of a busy machine; not half an hour of pauses.
  expect(clock.now() - over).toBeLessThan(600_000)
})

function fastClock(times: number): Clock {
  const start = Date.now()
  return {
    now: () => start + (Date.now() - start) * times,
    monotonic: () => performance.now() * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  }
}
