import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { pack } from '../../src/pack.js'
import { specFile } from '../../src/contract/specFile.js'
import { faultOf } from '../../src/contract/faultOf.js'
import type { EvidenceLine } from '../../src/evidence/evidence.js'
import { evidenceLineOf } from '../../src/evidence/evidenceLineOf.js'
import { differences } from '../../src/report/unfollowed.js'
import { boundReport } from '../../src/report/boundReport.js'
import { diffText } from '../../src/report/diffText.js'
import { formats } from '../../src/report/formats/index.js'
import { githubAnnotations } from '../../src/report/githubAnnotations.js'
import { compareReports } from '../../src/judge/compareReports.js'
import type { Report } from '../../src/judge/report.js'
import type { Json } from '../../src/profile/profile.js'

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(specFile('report.schema.json'), 'utf8')),
)

/**
 * What is wrong with a report that octospec made: an outcome `error`, a form that is not the published one, a format that fails.
 * @param rendered whether to try the formats, too, which takes most of the time
 */
export async function reportFaults(
  made: Report,
  evidence: readonly EvidenceLine[],
  rendered = true,
): Promise<readonly string[]> {
  const faults = made.checks.flatMap(({ id, outcome, reason }) =>
    outcome === 'error' ? [`${id}: ${reason ?? ''}`] : [],
  )
  for (const { observed, id } of made.gaps)
    if (observed?.includes('octospec could not tell') === true) faults.push(`${id}: ${observed}`)
  try {
    // Or octospec would refuse its own evidence when it is to judge it again.
    for (const line of evidence) evidenceLineOf(JSON.parse(JSON.stringify(line)), line.type)
    const report = boundReport(made)
    const json = JSON.stringify(report)
    if (!validate(JSON.parse(json))) faults.push(`the report is not valid: ${JSON.stringify(validate.errors?.[0])}`)
    // Bounded twice it is the same, or judging a run again would find a difference.
    const [once, again]: [Json, Json] = [JSON.parse(json), JSON.parse(JSON.stringify(boundReport(report)))]
    if (differences(once, again).length > 0) faults.push('the report is not bounded')
    for (const { name, render } of rendered ? formats : []) {
      let size = 0
      const content = await render({ report, evidence: () => lines(evidence), contract: pack.contract })
      if (typeof content === 'string') size = content.length
      else for await (const piece of content) size += piece.length
      if (size === 0) faults.push(`the format ${name} is empty`)
    }
    githubAnnotations(report, pack.contract)
    diffText(report, report, compareReports(report, report), 'md')
  } catch (error) {
    faults.push(faultOf(error))
  }
  return faults
}

async function* lines(evidence: readonly EvidenceLine[]): AsyncGenerator<EvidenceLine> {
  yield* evidence
}
