// All that the pages for users say is run, so that it stays true.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { expect, test, vi } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { parse } from 'yaml'
import { momentsOf } from '../../suites/transfers/hold/moments.js'
import { readProfile } from '../profile/readProfile.js'
import { specFile } from '../contract/specFile.js'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { formats } from '../report/formats.js'
import { matchesGlob } from '../judge/plan.js'
import { pack } from '../pack.js'
import { commands } from './commands/index.js'
import {
  anchorsOf,
  blocksOf,
  commandLinesOf,
  pages,
  proseOf,
  readPage,
  root,
  rowsOf,
  wordsOf,
  type CommandLine,
} from './docs.test.data.js'
import { authority, clientCertificate, clientKey } from '../wire/certificates.test.data.js'
import { exitCodes } from './errorCodes.js'
import { main } from './main.js'
import { testIo } from './testIo.test.data.js'

const built = existsSync(join(root, 'dist', 'bundle', 'main.js'))
const env = {
  OCTO_TOKEN: 'reference-token-a',
  OCTO_TOKEN_B: 'reference-token-b',
  OCTO_CLIENT_ID: 'client-of-the-docs',
  OCTO_CLIENT_SECRET: 'secret-of-the-docs',
  OCTO_CLIENT_SECRET_B: 'other-secret-of-the-docs',
  CLIENT_CERTIFICATE: clientCertificate,
  CLIENT_KEY: clientKey,
  OWN_AUTHORITY: authority,
  PARTNER_KEY: 'partner-key-a',
  PARTNER_KEY_B: 'partner-key-b',
}
const scripts = Object.keys(read<{ scripts: Record<string, string> }>('package.json').scripts)
const schema = read<Schema>('spec/profile.schema.json')

/** As much of the schema of a profile as is read here. */
interface Schema {
  readonly default?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

function read<Content>(file: string): Content {
  // A file of this repository, whose shape the tests of its own chapter guard.
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Content
}

/** Lines that an earlier page has as well. */
const proved = new Set<string>()

test.each(pages.filter((page) => commandLinesOf(page).length > 0))(
  'the command lines of %s end as the page says',
  async (page) => {
    const servers = [await startReference({}), await startReference({ dialect: 'partner' })] as const
    const served: Served[] = []
    try {
      const cwd = folderFor(page, servers)
      for (const command of commandLinesOf(page)) {
        // It needs nothing of the page, and is slow to start.
        if (command.line.startsWith('octospec prove') && proved.size === proved.add(command.line).size) continue
        const line = served.reduce((text, { at, url }) => text.replace(at, url), command.line)
        const { exit, said } = await perform({ ...command, line: atSandbox(line, servers) }, cwd, served)
        expect(exit, `${command.line}\n${said}`).toBe(command.exit)
      }
    } finally {
      for (const { end } of served) expect(await end()).toBe(0)
      await Promise.all(servers.map((server) => server.close()))
    }
  },
)

/** A folder with the files that a page shows or speaks of; the reference service stands in for the sandbox. */
function folderFor(page: string, servers: Servers): string {
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-docs-'))
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), atSandbox(text, servers))
  }
  for (const name of ['reference', 'partner'])
    put(`spec/transfers/profiles/${name}.yaml`, readPage(`spec/transfers/profiles/${name}.yaml`))
  for (const { file, text } of [...blocksOf('README.md'), ...blocksOf(page)]) if (file !== null) put(file, text)
  return cwd
}

type Servers = readonly [sandbox: Reference, partner: Reference]

/** A text with the addresses of these servers where it has those that pages speak of. */
function atSandbox(text: string, [sandbox, partner]: Servers): string {
  return text
    .replace('http://127.0.0.1:4010/partner/v2', partner.url)
    .replace('http://127.0.0.1:4010', sandbox.url)
    .replace('https://sandbox.supplier.example/octo', sandbox.url)
}

/** A server that a line of a page started, in its own terminal: for the lines below it. */
interface Served {
  /** The address that the page has for it. */
  readonly at: string
  readonly url: string
  /** Ctrl-C; gives the exit code. */
  readonly end: () => Promise<number>
}

async function perform(
  { line, job }: CommandLine,
  cwd: string,
  served: Served[],
): Promise<{ readonly exit: number; readonly said: string }> {
  const [program, ...argv] = wordsOf(line)
  if (program === 'npm') return { exit: namesScripts(line) ? 0 : 2, said: 'package.json has no such script' }
  if (program !== 'octospec') return spawned('sh', ['-c', line], cwd)
  // Its threads need the built package; `npm test` builds first.
  if (argv[0] === 'prove')
    return built ? spawned(process.execPath, [join(root, 'bin', 'octospec.js'), ...argv], cwd) : { exit: 0, said: '' }
  const io = testIo({ cwd, env })
  if (argv[0] !== 'serve' || argv.some((word) => word.startsWith('--list-')))
    // Only the line of a job is tested, not the verdict of a whole run.
    return {
      exit: await main(job && argv[0] === 'run' ? [...argv, '--only', 'transfers.accepted'] : argv, io),
      said: io.both(),
    }
  const at = argv.indexOf('--port')
  const exit = main([...(at < 0 ? argv : argv.toSpliced(at, 2)), '--port', '0'], io)
  const url = await vi.waitFor(() => /listens at (\S+)/.exec(io.out())?.[1] ?? expect.fail(io.both()))
  const end = (): Promise<number> => {
    io.interrupt()
    return exit
  }
  served.push({ at: `http://127.0.0.1:${argv[at + 1] ?? ''}`, url: new URL(url).origin, end })
  return { exit: 0, said: io.both() }
}

function namesScripts(line: string): boolean {
  const named = [...line.matchAll(/npm (?:run (\S+)|(start|test))/g)].map(([, script, short]) => script ?? short ?? '')
  return named.every((script) => scripts.includes(script))
}

function spawned(
  program: string,
  argv: readonly string[],
  cwd: string,
): Promise<{ readonly exit: number; readonly said: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, argv, { cwd }, (_error, out, err) => {
      // 127: this machine has no such program (openssl); what it is for is shown in another way, too.
      resolve({ exit: child.exitCode === 127 ? 0 : (child.exitCode ?? -1), said: `${out}${err}` })
    })
  })
}

const yamlBlocks = pages.flatMap((page) =>
  blocksOf(page).flatMap(({ language, text }, at) =>
    language === 'yaml' ? [{ name: `${page}, block ${at + 1}`, text }] : [],
  ),
)
const ofJobs = ({ text }: { readonly text: string }): boolean => /^(jobs:|- run:)/m.test(text)

test.each(yamlBlocks.filter((block) => !ofJobs(block)))('the profile in $name can be used', async ({ text }) => {
  const lacking = { target: '{ url: "http://127.0.0.1" }', bookable: '[{ as: standard, productId: p, optionId: o }]' }
  const rest = Object.entries(lacking).flatMap(([key, value]) =>
    new RegExp(`^${key}:`, 'm').test(text) ? [] : `${key}: ${value}\n`,
  )
  const file = join(mkdtempSync(join(tmpdir(), 'octospec-docs-')), 'profile.yaml')
  writeFileSync(file, `${text}\n${rest.join('')}`)
  const profile = await readProfile({ keys, file, env, now: new Date() })
  expect(profile.declared.size).toBeGreaterThan(0)
  const ids = [...pack.checks.keys()]
  expect(profile.waive.filter(({ check }) => !ids.some((id) => matchesGlob(check, id)))).toEqual([])
})

test('the jobs are YAML', () => {
  const jobs = yamlBlocks.filter(ofJobs).map(({ text }): unknown => parse(text))
  expect(jobs).toHaveLength(4)
})

test('what a job gives the action are inputs of it', () => {
  const { inputs } = parse(readPage('action.yml')) as { readonly inputs: object } // its own test guards it
  const given = yamlBlocks.filter(ofJobs).flatMap(({ text }) => {
    const job = parse(text) as { jobs?: { conformance: { steps: { uses?: string; with?: object }[] } } }
    const steps = job.jobs?.conformance.steps ?? []
    return steps.flatMap(({ uses, with: named = {} }) => (uses?.includes('/octospec@') ? Object.keys(named) : []))
  })
  expect(given).toContain('baseline')
  expect(given.filter((name) => !Object.hasOwn(inputs, name))).toEqual([])
})

test.each(pages)('the links and file names of %s lead somewhere', (page) => {
  const prose = proseOf(page)
  const dead = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const [path = '', anchor] = link.split('#')
    if (/^https?:/.test(link)) return []
    const file = path === '' ? page : normalize(join(dirname(page), path))
    const there = existsSync(join(root, file)) && (anchor === undefined || anchorsOf(file).includes(anchor))
    return there ? [] : [link]
  })
  const named = [...prose.matchAll(/`((?:src|spec|docs|suites|scripts|bin|examples)\/[\w./-]*)`/g)]
  const absent = named.flatMap(([, file = '']) => (existsSync(join(root, file)) ? [] : [file]))
  const unknown = [...prose.matchAll(/`npm (?:run \S+|start|test)`/g)].flatMap(([line]) =>
    namesScripts(line.slice(1, -1)) ? [] : [line],
  )
  expect([...dead, ...absent, ...unknown]).toEqual([])
})

test('the table of exit codes is the one that octospec has', () => {
  const table = rowsOf(readPage('docs/ci.md')).filter(([code]) => /^\d$/.test(code ?? ''))
  expect(table.map(([code, name, meaning]) => ({ code: Number(code), name, meaning }))).toEqual(
    exitCodes.map(({ code, name, meaning }) => ({ code, name, meaning })),
  )
})

test('the table of visits has the moments of the suite', async () => {
  const profile = await readProfile({ keys, file: specFile('transfers/profiles/reference.yaml'), env, now: new Date() })
  const at = momentsOf({ ...profile, clock: null })
  const moments = rowsOf(readPage('docs/holds-and-time.md')).map(([minutes]) => minutes)
  expect(moments).toEqual([
    `${at.before} to ${at.beforeLatest}`,
    `${at.after} to ${at.extension - 2}`,
    `${at.mediumBefore} to ${at.medium - 2}`,
    `from ${Math.max(at.mediumAfter, at.extendedAfter)}`,
  ])
  expect(readPage('docs/ci.md')).toContain(`${moments[1]} minutes after the run and ${moments[3]} minutes after it`)
})

test('the table of formats has each format and its file', () => {
  const table = rowsOf(readPage('docs/report.md').split('## Formats')[1]?.split('\n## ')[0] ?? '')
  expect(table.map(([name, file]) => ({ name, file }))).toEqual(formats.map(({ name, file }) => ({ name, file })))
})

test('every command and every option of it is in docs/commands.md', async () => {
  const page = readPage('docs/commands.md')
  const absent = await Promise.all(
    commands.map(async ({ name, load }) => {
      const { options } = await load()
      // A section may be of two commands.
      const section = page.split(/^## /m).find((part) => part.split('\n')[0]?.split(', ').includes(name)) ?? ''
      return ['', ...Object.keys(options)].filter(
        (option) => !new RegExp(option === '' ? `octospec ${name}` : `--${option}(?![\\w-])`).test(section),
      )
    }),
  )
  expect(absent.map((options, at) => [commands[at]?.name, options])).toEqual(commands.map(({ name }) => [name, []]))
})

test('every key of a profile is in docs/profile.md, with its default', () => {
  const page = readPage('docs/profile.md')
  const rows = new Map(rowsOf(page).map(([key = '', ...cells]) => [key, cells]))
  const problems = leaves(schema).flatMap(([path, { default: value }]): string[] => {
    const [chapter, operation = '', field = ''] = path
    const dotted = path.join('.')
    if (chapter === 'operations' && path.length === 3) {
      const shared = rows.has(`\`${field}\``)
      return shared || rows.get(`\`${operation}\``)?.[1]?.includes(`\`${field}\`: `) === true ? [] : [dotted]
    }
    // The keys of a bookable and of a waiver are in tables of their own.
    const ownTable = chapter === 'waive' || chapter === 'bookable'
    const name = ownTable && field !== '' ? field : dotted
    const cells = [...rows].find(([keys]) => keys.split(', ').includes(`\`${name}\``))?.[1]
    if (cells === undefined) return [dotted]
    const shown = value === '' ? 'empty' : `\`${typeof value === 'object' ? JSON.stringify(value) : String(value)}\``
    return value === undefined || cells[0] === shown ? [] : [`${dotted}: default ${String(value)}`]
  })
  expect(problems).toEqual([])
})

test('the places that docs/profile.md gives for each operation are those of the default profile', () => {
  const { operations } = parse(readPage('spec/transfers/profiles/default.yaml')) as {
    // The default profile is a valid one, which its own tests show.
    readonly operations: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  const rows = new Map(rowsOf(readPage('docs/profile.md')).map(([key = '', ...cells]) => [key, cells]))
  const problems = Object.entries(operations).flatMap(([name, keys]) => {
    const [request, places = ''] = rows.get(`\`${name}\``) ?? []
    const wrong = Object.entries(keys).flatMap(([key, value]) => {
      if (key === 'request') return request === `\`${String(value)}\`` ? [] : [key]
      if (key === 'body' || key === 'items' || (typeof value === 'object' && value !== null)) return []
      const told = value === '' ? 'the answer itself' : `\`${String(value)}\``
      return places.includes(`\`${key}\`: ${told}`) ? [] : [key]
    })
    return wrong.map((key) => `${name}.${key}`)
  })
  expect(problems).toEqual([])
})

/** The keys that hold a value, with their paths; those of list items without a position. */
function leaves(node: Schema, path: readonly string[] = []): readonly (readonly [readonly string[], Schema])[] {
  const below = node.properties ?? node.items?.properties
  if (below === undefined) return [[path, node]]
  return Object.entries(below).flatMap(([key, member]) =>
    leaves(member, [...path, ...(node.properties === undefined ? [''] : []), key]),
  )
}
