// What others take over for their CI, held up to the parsers of those who run it: GitHub's own, and that of editors for Dockerfiles.
import { validate } from 'dockerfile-utils'
import { build } from 'esbuild'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
  expect(jobs).toHaveLength(3)
  for (const text of [...jobs, readPage('deploy/github.yml')]) {
    expect(faultsOf(parseWorkflow, text)).toEqual([])
    expect(faultsOf(parseWorkflow, text.replace('runs-on:', 'run-on:'))).not.toEqual([])
  }
})

test('the Dockerfile is one', () => {
  const text = readPage('Dockerfile')
  expect(validate(text)).toEqual([])
  expect(validate(text.replace('ENTRYPOINT', 'ENTRYPONT'))).not.toEqual([])
})
