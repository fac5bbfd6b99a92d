import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

let root: string | undefined

/**
 * The path of a file in `spec/` of this package, the same whether we run from `src/` or from `dist/src/`.
 * @param name relative to `spec/`, for example `clauses.yaml`
 * @throws Error when no folder above this one holds `spec/profile.schema.json`: the package is incomplete
 */
export function specFile(name: string): string {
  root ??= packageRoot(dirname(fileURLToPath(import.meta.url)))
  return join(root, 'spec', name)
}

function packageRoot(from: string): string {
  let folder = from
  while (!existsSync(join(folder, 'spec', 'profile.schema.json'))) {
    const above = dirname(folder)
    if (above === folder) {
      throw new Error(
        `No spec/profile.schema.json in any folder above ${from}: the package is incomplete. Install it again.`,
      )
    }
    folder = above
  }
  return folder
}

let version: string | null = null

export function toolVersion(): string {
  if (version !== null) return version
  const found: unknown = JSON.parse(readFileSync(specFile('../package.json'), 'utf8'))
  const named = typeof found === 'object' && found !== null && 'version' in found ? found.version : undefined
  version = typeof named === 'string' ? named : 'unknown'
  return version
}
