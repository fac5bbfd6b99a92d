import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Copies the declarations that the entry points lead to, and no others, from `dist/` into `dist/types/`. */
export function declarations(root: string, doors: readonly string[]): void {
  const from = join(root, 'dist')
  const into = join(from, 'types')
  rmSync(into, { recursive: true, force: true })
  const open = doors.map((door) => join(from, door))
  const seen = new Set<string>()
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const copy = join(into, relative(from, file))
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(file, copy)
    for (const [, named = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\(|import )["'](\.[^"']+)\.js["']/g,
    ))
      open.push(`${resolve(dirname(file), named)}.d.ts`)
  }
}
