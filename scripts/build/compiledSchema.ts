import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import type { JsonObject } from '../../src/contract/jsonObject.js'
import { compiledFile, compiling, hashOfSchema } from '../../src/profile/compileOnce.js'
import { specFile } from '../../src/contract/specFile.js'

/** Writes the schema of profiles as code, with its hash. */
export async function compiledSchema(schema: JsonObject): Promise<void> {
  const ajv = new Ajv2020({ ...compiling, code: { source: true, optimize: true } })
  const code = standalone.default(ajv, ajv.compile(schema))
  await build({
    stdin: { contents: `${code};module.exports.sha256 = '${hashOfSchema(schema)}'`, resolveDir: specFile('..') },
    outfile: specFile(compiledFile),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    // Nobody reads what a program wrote, and each byte is one more to load.
    minify: true,
    logLevel: 'warning',
  })
}
