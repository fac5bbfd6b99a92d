import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { specFile } from '../src/contract/specFile.js'
import { ratioOf, type Figure } from './figure.js'

/** What installing the packed package into an empty project takes and brings. */
export interface Installed {
  readonly figure: Figure
  /** Of a table: what, and how much of it. */
  readonly rows: readonly string[]
}

/** Packages come from npm's cache, but for the first time. */
export async function installed(repetitions: number): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'octospec-bench-'))
  const npm = (cwd: string, ...argv: string[]): string => execFileSync('npm', argv, { cwd, encoding: 'utf8' })
  const install = (what: string): string => {
    const project = mkdtempSync(join(folder, 'project-'))
    writeFileSync(join(project, 'package.json'), '{ "private": true }')
    npm(project, 'install', '--no-audit', '--no-fund', '--prefer-offline', what)
    return join(project, 'node_modules')
  }
  try {
    const root = specFile('..')
    const said = npm(root, 'pack', '--json', '--ignore-scripts', '--silent', '--pack-destination', folder)
    const [packed] = JSON.parse(said) as readonly Packed[] // As npm documents it.
    if (packed === undefined) throw new Error('npm packed nothing')
    const own = join(folder, packed.filename)
    const figure = await ratioOf(
      'npm install octospec',
      'npm install undici',
      () => Promise.resolve(install(own)),
      () => Promise.resolve(install('undici')),
      repetitions,
    )
    const modules = install(own)
    const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .map((name) => ({ name, found: statSync(join(modules, name)) }))
      .filter(({ found }) => found.isFile())
    const packages = files.filter(({ name }) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(name)).length
    const size = files.reduce((sum, { found }) => sum + found.size, 0)
    const rows = [
      ['packed', `${megabytes(packed.size)} in ${packed.entryCount} files`, '1 MB, 310 files'],
      ['installed, with what it depends on', `${megabytes(size)} in ${packages} packages`, ''],
    ].map((row) => `| ${row.join(' | ')} |`)
    return { figure, rows }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Packed {
  readonly filename: string
  readonly size: number
  readonly entryCount: number
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`
}
