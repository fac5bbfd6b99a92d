import { _, Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { builtFile, hashOfSchema } from '../../src/contract/builtCode.js'
import type { JsonObject } from '../../src/contract/jsonObject.js'
import { idsOf, shapeCompiler, shapeOf, type PublishedSchema } from '../../src/contract/publishedShape.js'
import { specFile } from '../../src/contract/specFile.js'
import { compiledName, compiling } from '../../src/profile/compileOnce.js'

/** Writes the schema of profiles as code. */
export async function compiledSchema(schema: JsonObject): Promise<void> {
  const ajv = new Ajv2020({ ...compiling, code: { source: true, optimize: true } })
  await writeCode(compiledName, schema, standalone.default(ajv, ajv.compile(schema)))
}

/** Writes each definition of a published schema as code. */
export async function compiledShape(file: PublishedSchema): Promise<void> {
  const formats = _`{ "date-time": require("./dist/src/contract/isMoment.js").isMoment }`
  const shape = shapeOf(file)
  const ajv = shapeCompiler(file, shape, { source: true, optimize: true, formats })
  await writeCode(file, shape, standalone.default(ajv, Object.fromEntries(idsOf(file).map((id) => [id, id]))))
}

/** With the hash of what it was made of. */
async function writeCode(name: string, schema: object, code: string): Promise<void> {
  await build({
    stdin: { contents: `${code};module.exports.sha256 = '${hashOfSchema(schema)}'`, resolveDir: specFile('..') },
    outfile: builtFile(name),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    // Nobody reads what a program wrote, and each byte is one more to load.
    minify: true,
    logLevel: 'warning',
  })
}
