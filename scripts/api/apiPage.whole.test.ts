import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from '../../src/contract/specFile.js'
import { apiPage } from './apiPage.js'

const root = specFile('..')
const built = existsSync(join(root, 'dist', 'types', 'src', 'index.d.ts'))

// `npm test` builds first.
test.skipIf(!built)('the reference of the library is what its declarations say: npm run api renews it', async () => {
  expect(await apiPage(root)).toBe(readFileSync(join(root, 'docs', 'api.md'), 'utf8'))
})

test.skipIf(!built)('it has all that can be imported, each with what it is for and its declaration', async () => {
  const page = await apiPage(root)
  const exported = readFileSync(join(root, 'src', 'index.ts'), 'utf8')
    .split('\n')
    .flatMap((line) => /^export (?:type )?\{(.*)\} from/.exec(line)?.[1]?.split(',') ?? [])
    .map((name) => /(\w+)\s*$/.exec(name)?.[1] ?? '')
  expect(exported.length).toBeGreaterThan(60)
  const sections = new Map(page.split(/^### /m).map((part) => [part.slice(0, part.indexOf('\n')), part]))
  expect(exported.filter((name) => !sections.has(name))).toEqual([])
  expect([...sections.values()].slice(1).filter((part) => !/^```ts\nexport [^]*\n```$/m.test(part))).toEqual([])
  const silent = [...sections]
    .slice(1)
    .filter(([, part]) => part.slice(part.indexOf('\n'), part.indexOf('```')).trim() === '')
  expect(silent.map(([name]) => name)).toEqual([])
})
