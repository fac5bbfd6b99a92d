import { _, Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { builtFile, hashOfSchema } from '../../src/contract/builtSpec.js'
import { specFile } from '../../src/contract/specFile.js'
import { builtNames } from '../../src/contract/contract.js'
import { componentIds, componentsOf, contractCompiler } from '../../src/contract/contractValidator.js'
import type { JsonObject } from '../../src/contract/json.js'
import { idsOf, publishedSchemas, shapeCompiler, shapeOf } from '../../src/contract/publishedShape.js'
import { compiledName, compiling } from '../../src/profile/shapeComplaints.js'
import type { Pack } from '../../src/suite/pack.js'

const source = { source: true, optimize: true }
/** The formats of the standard, those that the documents mean otherwise excepted. */
const standard = _`require("ajv-formats/dist/formats.js").fullFormats`

/**
 * Writes all schemas of octospec as code: those of profiles, of the files that it writes, and of the contract.
 * @returns the files that the code is from
 */
export async function compiledSchemas({ name, profile, contract }: Pack): Promise<readonly string[]> {
  const inputs = [await compiledProfile(profile.schema)]
  for (const file of publishedSchemas) {
    const formats = _`{ "date-time": require("./dist/src/contract/instant.js").isMoment }`
    const shape = shapeOf(file)
    inputs.push(await compiled(file, shape, shapeCompiler(file, shape, { ...source, formats }), idsOf(file)))
  }
  const names = builtNames(name)
  for (const [built, capability] of [
    [names.base, false],
    [names.extended, true],
  ] as const) {
    const formats = _`{ ...${standard}, ...require(${`./dist/suites/${name}/contract/formats.js`}).formats }`
    const components = componentsOf(contract.document({ capability }))
    const ajv = contractCompiler(components, contract.formats, { ...source, formats })
    inputs.push(await compiled(built, components, ajv, componentIds(components)))
  }
  return inputs.flat()
}

async function compiledProfile(schema: JsonObject): Promise<readonly string[]> {
  const ajv = new Ajv2020({ ...compiling, code: source })
  return writeCode(compiledName, schema, standalone.default(ajv, ajv.compile(schema)))
}

function compiled(name: string, schema: object, ajv: Ajv2020, ids: readonly string[]): Promise<readonly string[]> {
  return writeCode(name, schema, standalone.default(ajv, Object.fromEntries(ids.map((id) => [id, id]))))
}

async function writeCode(name: string, schema: object, code: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: specFile('..'),
    stdin: { contents: `${code};module.exports.sha256 = '${hashOfSchema(schema)}'`, resolveDir: specFile('..') },
    outfile: builtFile(name),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    // Nobody reads what a program wrote, and each byte is one more to load.
    minify: true,
    metafile: true,
    logLevel: 'warning',
  })
  return Object.keys(metafile.inputs)
}
