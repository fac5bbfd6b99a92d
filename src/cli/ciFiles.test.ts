// The action, the template and the image that a repository takes for its CI. No CI engine is at hand: their parts run.
import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { readPage, root, wordsOf } from './docs.test.data.js'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: {
    readonly using: string
    readonly steps: readonly {
      readonly run?: string
      readonly shell?: string
      readonly uses?: string
      readonly env?: Readonly<Record<string, string>>
    }[]
  }
}
// What it must have is what the tests ask.
const action = parse(readPage('action.yml')) as Action
const pack = JSON.parse(readPage('package.json')) as { readonly version: string; readonly bin: object }
const built = existsSync(join(root, 'dist', 'src', 'cli', 'main.js'))

const closing: Reference[] = []
afterEach(async () => {
  for (const reference of closing.splice(0)) await reference.close()
})

interface Ended {
  readonly exit: number
  readonly said: string
  readonly outputs: string
}

/** Runs a script of `ci/` as GitHub would, in a folder of its own. */
function script(name: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return bash([join(root, 'ci', name)], cwd, env)
}

function bash(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const output = join(cwd, 'github-output')
  writeFileSync(output, '')
  const given = { PATH: process.env['PATH'] ?? '', HOME: cwd, GITHUB_OUTPUT: output, ...env }
  return new Promise((resolve) => {
    const child = execFile('bash', argv, { cwd, env: given }, (_error, out, err) => {
      resolve({ exit: child.exitCode ?? -1, said: out + err, outputs: readFileSync(output, 'utf8') })
    })
  })
}

/** A project that has octospec installed, and what the action hands to its script there. */
async function project(more = ''): Promise<{ readonly cwd: string; readonly env: Readonly<Record<string, string>> }> {
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-ci-'))
  mkdirSync(join(cwd, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(join(root, 'bin', 'octospec.js'), join(cwd, 'node_modules', '.bin', 'octospec'))
  const reference = await startReference()
  closing.push(reference)
  writeFileSync(
    join(cwd, 'octospec.yaml'),
    `target: { url: '${reference.url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
${more}`,
  )
  const defaults = Object.entries(action.runs.steps[0]?.env ?? {}).map(([name, from]) => {
    const input = /inputs\.([\w-]+)/.exec(from)?.[1] ?? ''
    return [name, action.inputs[input]?.default ?? '']
  })
  return { cwd, env: { ...Object.fromEntries(defaults), ONLY: 'transfers.accepted\nlist.*\n', ALLOW_UNTESTED: '*' } }
}

test('every input of the action is used, nothing is that is none, and none becomes part of a line of shell', () => {
  const text = readPage('action.yml')
  const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name)
  expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort())
  expect(action.inputs['version']?.default).toBe(pack.version)
  expect(action.runs.using).toBe('composite')
  for (const { run, shell, uses } of action.runs.steps) {
    expect(run === undefined ? uses : shell).toBeDefined()
    expect(run ?? '').not.toContain('${{')
    const file = /ci\/\w+\.sh/.exec(run ?? '')?.[0]
    if (file !== undefined) expect(existsSync(join(root, file))).toBe(true)
  }
})

test('every output of the action is one that its script writes', () => {
  const written = [...readPage('ci/github.sh').matchAll(/echo "([\w-]+)=/g)].map(([, name]) => name)
  const told = Object.values(action.outputs).map(({ value }) => /steps\.run\.outputs\.([\w-]+)/.exec(value)?.[1])
  expect(told).toEqual(written)
})

test.runIf(built)('the script of the action runs octospec of the project, and hands on what it came to', async () => {
  const { cwd, env } = await project()
  const { exit, said, outputs } = await script('github.sh', cwd, env)
  expect(exit, said).toBe(0)
  expect(outputs).toBe('verdict=conforms\nexit-code=0\nfolder=octospec\n')
  const report: { only: string[] } = JSON.parse(readFileSync(join(cwd, 'octospec', 'report.json'), 'utf8'))
  expect(report.only).toEqual(['transfers.accepted', 'list.*'])
  for (const name of ['report.html', 'junit.xml', 'report.md'])
    expect(existsSync(join(cwd, 'octospec', name))).toBe(true)
})

test.runIf(built)('an input that is shell is a name like any other', async () => {
  const { cwd, env } = await project()
  const { exit, outputs } = await script('github.sh', cwd, { ...env, PROFILE: '$(touch owned); `touch owned`.yaml' })
  expect(exit).toBe(2)
  expect(outputs).toBe('verdict=aborted\nexit-code=2\nfolder=octospec\n')
  expect(existsSync(join(cwd, 'owned'))).toBe(false)
})

test('the comment in a pull request is written anew, that of no other tool is, and it is made where there is none', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-ci-'))
  const env = { PATH: `${cwd}:${process.env['PATH'] ?? ''}`, OUT: 'out', NUMBER: '7', GH_REPO: 'a/b' }
  const url = 'https://github.example/a/b/pull/7#issuecomment-'
  // Only GitHub has another gh to answer with, and gh its own jq; what is asked of it is what counts.
  const gh = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs')
const words = process.argv.slice(2)
if (words[1] === 'view') {
  const jq = words.at(-1)
  if (!jq.includes('.viewerDidAuthor and (.body | startswith(env.MARK))')) process.exit(1)
  const ours = JSON.parse(readFileSync('comments')).find((each) => each.viewerDidAuthor && each.body.startsWith(process.env.MARK))
  if (ours) console.log(ours.url)
} else appendFileSync('asked', words.join('|') + '|')
`
  writeFileSync(join(cwd, 'gh'), gh)
  chmodSync(join(cwd, 'gh'), 0o755)
  expect((await script('comment.sh', cwd, env)).said).toContain('add md to the input report')
  mkdirSync(join(cwd, 'out'))
  writeFileSync(join(cwd, 'out', 'report.md'), '## conforms $(date)')
  const asked = async (...comments: readonly object[]): Promise<string> => {
    writeFileSync(join(cwd, 'comments'), JSON.stringify(comments))
    writeFileSync(join(cwd, 'asked'), '')
    const { exit, said } = await script('comment.sh', cwd, env)
    expect(exit, said).toBe(0)
    return readFileSync(join(cwd, 'asked'), 'utf8')
  }
  const body = '<!-- octospec out -->\n## conforms $(date)'
  const strangers = [
    { viewerDidAuthor: true, body: 'coverage: 93 %', url: `${url}1` },
    { viewerDidAuthor: false, body, url: `${url}2` },
    { viewerDidAuthor: true, body: '<!-- octospec other -->', url: `${url}3` },
  ]
  expect(await asked(...strangers)).toBe(`pr|comment|7|--body|${body}|`)
  expect(await asked(...strangers, { viewerDidAuthor: true, body, url: `${url}42` })).toBe(
    `api|--silent|--method|PATCH|repos/a/b/issues/comments/42|--raw-field|body=${body}|`,
  )
})

test('the template for GitLab calls octospec as it wants to be called, and keeps what it writes', async () => {
  const { runCommand } = await import('./commands/run.js')
  const job = (parse(readPage('ci/gitlab.yml')) as { '.octospec': Readonly<Record<string, unknown>> })['.octospec']
  const [, line = ''] = job['script'] as readonly string[]
  const words = wordsOf(line)
  expect(words.slice(0, 3)).toEqual(['npx', 'octospec', 'run'])
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
  expect(options.filter((option) => !Object.hasOwn(runCommand.options, option))).toEqual([])
  const variables = [...line.matchAll(/\$(\w+)/g)].map(([, name = '']) => name)
  expect(variables).toEqual(Object.keys(job['variables'] as object))
  expect(job['artifacts']).toMatchObject({ when: 'always', paths: [words.at(-1)] })
})

test.runIf(built)('the lines of the template for GitLab run, and leave its test report', async () => {
  const { '.octospec': job } = parse(readPage('ci/gitlab.yml')) as { '.octospec': GitLabJob } // its own test guards it
  // The target has few operations: the lines are tested, not the verdict of a whole run.
  const { cwd } = await project('operations: { list: null, extend: null, update: null }')
  const [install, line = ''] = job.script
  expect(install).toBe('npm ci')
  const { exit, said } = await bash(['-c', line], cwd, job.variables)
  // The profile has no test clock, and no other account.
  expect(exit, said).toBe(3)
  expect(existsSync(join(cwd, job.artifacts.reports.junit))).toBe(true)
  const [after = ''] = job.after_script
  expect(await bash(['-c', after], cwd, job.variables)).toMatchObject({ exit: 0, said: '' })
  rmSync(join(cwd, 'octospec', 'report.json'))
  expect((await bash(['-c', after], cwd, job.variables)).said).toMatch(/^0 of \d+ bookings of the run are left/m)
})

interface GitLabJob {
  readonly variables: Readonly<Record<string, string>>
  readonly script: readonly string[]
  readonly artifacts: { readonly reports: { readonly junit: string } }
  readonly after_script: readonly string[]
}

test('the image runs octospec as nobody special, on a Node.js that it takes', () => {
  const [, last = ''] = readPage('Dockerfile').split(/^FROM (?=.*\n)(?!.* AS )/m)
  const [image = '', ...lines] = last.split('\n')
  expect(Number(/^node:(\d+)-/.exec(image)?.[1])).toBeGreaterThanOrEqual(20)
  expect(lines).toContain('USER node')
  expect(lines.slice(lines.indexOf('USER node')).filter((line) => /^(RUN|COPY|USER root)/.test(line))).toEqual([])
  expect(lines).toContain(`ENTRYPOINT ["${Object.keys(pack.bin)[0]}"]`)
  const taken = readPage('.dockerignore').match(/^!.*$/gm) ?? []
  const plain = taken.map((line) => line.slice(1)).filter((name) => !name.includes('*'))
  expect(plain.filter((name) => !existsSync(join(root, name)))).toEqual([])
})
