// The CI files that others take, tested against the parsers of those who run them: GitHub's own, GitLab's schema in
// gitlab-ci-local, and the parser of editors for Dockerfiles.
import { validate } from 'dockerfile-utils'
import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { blocksOf, readPage, root } from './docs.test.data.js'

type Parser = typeof import('@actions/workflow-parser') & typeof import('@actions/workflow-parser/actions/index')

/** GitHub's parser, which imports JSON in a way that Node.js does not take, so that it is bundled first. */
async function openParser(): Promise<Parser> {
  const contents = "export * from '@actions/workflow-parser'; export * from '@actions/workflow-parser/actions/index'"
  const outfile = join(mkdtempSync(join(tmpdir(), 'octospec-ci-')), 'parser.cjs')
  await build({ stdin: { contents, resolveDir: root }, bundle: true, outfile, format: 'cjs', platform: 'node' })
  // What these two modules export.
  return createRequire(import.meta.url)(outfile) as Parser
}
const { parseAction, parseWorkflow, NoOperationTraceWriter } = await openParser()

function faultsOf(parse: Parser['parseAction'], content: string): readonly string[] {
  const { context } = parse({ name: 'file.yml', content }, new NoOperationTraceWriter())
  return context.errors.getErrors().map(({ message }) => message)
}

test('action.yml is an action by the parser of GitHub', () => {
  const action = readPage('action.yml')
  expect(faultsOf(parseAction, action)).toEqual([])
  expect(faultsOf(parseAction, action.replace('using: composite', 'using: nothing'))).not.toEqual([])
  expect(faultsOf(parseAction, action.replace('      shell: bash\n', ''))).not.toEqual([])
})

test('the workflows of docs/ci.md and deploy/ are workflows by the parser of GitHub', () => {
  const jobs = blocksOf('docs/ci.md').flatMap(({ language, text }) =>
    language === 'yaml' && /^jobs:/m.test(text) ? [/^on:/m.test(text) ? text : `on: [push]\n${text}`] : [],
  )
  expect(jobs).toHaveLength(2)
  for (const text of [...jobs, readPage('deploy/github.yml')]) {
    expect(faultsOf(parseWorkflow, text)).toEqual([])
    expect(faultsOf(parseWorkflow, text.replace('runs-on:', 'run-on:'))).not.toEqual([])
  }
})

test('the release says in package.json which repository it was built in', async () => {
  const workflow = readPage('.github/workflows/release.yml')
  expect(faultsOf(parseWorkflow, workflow)).toEqual([])
  // The shape that the parser has just held it to.
  const { jobs } = parse(workflow) as { jobs: { npm: { steps: { run?: string }[] } } }
  const lines = jobs.npm.steps.flatMap(({ run = '' }) => run)
  const [fill = ''] = lines.filter((line) => line.includes('npm pkg set'))
  expect(lines.indexOf(fill)).toBeLessThan(lines.indexOf('npm publish --provenance --access public'))
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-release-'))
  copyFileSync(join(root, 'package.json'), join(cwd, 'package.json'))
  const env = { ...process.env, HOME_PAGE: 'https://github.com/somebody/octospec' }
  await promisify(execFile)('bash', ['-ec', fill], { cwd, env })
  const before: unknown = JSON.parse(readPage('package.json'))
  expect(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))).toEqual({
    ...Object(before),
    repository: { type: 'git', url: 'git+https://github.com/somebody/octospec.git' },
    bugs: { url: 'https://github.com/somebody/octospec/issues' },
    homepage: 'https://github.com/somebody/octospec#readme',
  })
})

test('the Dockerfile is one', () => {
  const text = readPage('Dockerfile')
  expect(validate(text)).toEqual([])
  expect(validate(text.replace('ENTRYPOINT', 'ENTRYPONT'))).not.toEqual([])
})

/** The jobs that GitLab makes of the lines in docs/ci.md and a template; throws what its schema says against them. */
async function gitLabJobs(template: string): Promise<unknown> {
  const run = promisify(execFile)
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-ci-'))
  mkdirSync(join(cwd, 'ci'))
  const lines = blocksOf('docs/ci.md').find(({ text }) => text.includes('extends: .octospec'))?.text ?? ''
  writeFileSync(join(cwd, '.gitlab-ci.yml'), lines.replace('project: GROUP/octospec, file:', 'local:'))
  writeFileSync(join(cwd, 'ci', 'gitlab.yml'), template)
  for (const argv of ['init -q', 'remote add origin git@gitlab.com:group/project.git', 'add --intent-to-add .'])
    await run('git', argv.split(' '), { cwd })
  const { stdout } = await run(join(root, 'node_modules', '.bin', 'gitlab-ci-local'), ['--preview'], { cwd })
  return parse(stdout)
}

test('the job that docs/ci.md makes of the template for GitLab is one by the schema of GitLab', async () => {
  const template = readPage('ci/gitlab.yml')
  expect(await gitLabJobs(template)).toMatchObject({
    conformance: {
      variables: { OCTOSPEC_PROFILE: 'sandbox.yaml', OCTOSPEC_TIME_LIMIT: '30m' },
      artifacts: { when: 'always', reports: { junit: 'octospec/junit.xml' } },
    },
  })
  await expect(gitLabJobs(template.replace('junit:', 'jnuit:'))).rejects.toThrow("'jnuit' property is not expected")
  await expect(gitLabJobs(template.replace('  script:', '  scrip:'))).rejects.toThrow('must have script')
})
