import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { licencesOf } from './licencesOf.js'

/** Dependencies that stay packages: they talk to the network, are in our types, or have tests registered with them. */
const packages = ['undici', 'fast-check', '@apidevtools/swagger-parser', 'vitest']

export const doors: readonly string[] = ['index', 'vitest', 'fastCheck']

/**
 * Bundles the program, the library and the worker of the proof into `dist/bundle/`, with the licences of all in them.
 * @param besides files that are in other code of the package
 */
export async function bundle(root: string, besides: readonly string[]): Promise<void> {
  const outdir = join(root, 'dist', 'bundle')
  rmSync(outdir, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts', 'src/proof/proofWorker.ts', ...doors.map((door) => `src/${door}.ts`)],
    outdir,
    entryNames: '[name]',
    bundle: true,
    // Names stay as they are and lines are short, for whoever reads a stack; what can be said shorter is.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 120,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: packages,
    alias: { 'string-width': './scripts/build/stringWidth.ts' },
    metafile: true,
    logLevel: 'warning',
    // For packages that are CommonJS: they take what Node has built in by `require`.
    banner: {
      js: "import { createRequire as octospecRequire } from 'node:module'\nconst require = octospecRequire(import.meta.url)",
    },
  })
  writeFileSync(join(outdir, 'LICENSES.txt'), licencesOf([...Object.keys(metafile.inputs), ...besides], root))
}
