import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The licences of the packages that files of a bundle are from, as each has it.
 * @throws Error for a package that brings none: it must not be bundled
 */
export function licencesOf(inputs: readonly string[], root: string): string {
  const folders = new Set(
    inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []),
  )
  return [...folders]
    .sort()
    .map((folder) => {
      const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name))
      if (file === undefined) throw new Error(`${folder} brings no licence, so it must not be bundled`)
      return `${folder.replace(/^.*node_modules\//, '')}\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}
