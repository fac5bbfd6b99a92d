import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

let root: string | undefined

/**
 * The path of a file in `spec/` of this package, the same whether we run from `src/` or from `dist/src/`.
 * @param name relative to `spec/`, for example `clauses.yaml`
 * @throws Error when no folder above this one holds `spec/profile.schema.json`, which means that the package is incomplete
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
