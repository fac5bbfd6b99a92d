import SwaggerParser from '@apidevtools/swagger-parser'
import type { OpenAPIV3_1 } from 'openapi-types'
import { stringify } from 'yaml'
import { pack } from '../pack.js'
import { fillContract } from '../contract/fillContract.js'
import { profileFromEvidence, redactedProfile } from '../profile/recordedProfile.js'
import { safeJson } from '../contract/escapeText.js'
import { CliError } from './errorCodes.js'
import type { Io } from './io.js'
import { messageOf } from '../contract/messageOf.js'
import { readProfileOf } from '../library/ownRun.js'

/** Prints the contract, filled in for the target of a profile; returns the exit code. @throws CliError, ProfileError */
export async function printContract(
  given: { readonly profile: string | undefined; readonly json: boolean; readonly capability: boolean },
  io: Io,
): Promise<number> {
  const document = pack.contract.document({ capability: given.capability })
  let filled = document
  if (given.profile !== undefined) {
    const profile = await readProfileOf(given.profile, io)
    // As evidence has it: no value from the environment gets into the document.
    const filling = pack.fillingOf(profileFromEvidence(redactedProfile(profile, pack.profile), pack.profile))
    try {
      filled = fillContract(document, filling)
      // Other tools must be able to read it. The parser changes what it gets, so it gets a clone; and a JsonObject does
      // not say that ours is an OpenAPI document.
      await SwaggerParser.validate(structuredClone(filled) as unknown as OpenAPIV3_1.Document, {
        resolve: { external: false },
      })
    } catch (error) {
      throw new CliError('OCTOSPEC_CONTRACT', messageOf(error))
    }
  }
  io.stdout.write(
    given.json ? `${safeJson(filled, 2)}\n` : stringify(filled, { lineWidth: 120, aliasDuplicateObjects: false }),
  )
  return 0
}
