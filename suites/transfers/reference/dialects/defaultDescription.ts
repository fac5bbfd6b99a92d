import type { JsonObject } from '../json.js'
import { aText, described, describeApi, inPath, object } from './describe.js'

/** What the reference service has beside the documents and public OCTO, for those who test: all that it describes of itself. */
export const defaultDescription: JsonObject = describeApi('Helpers of the sandbox', {
  '/__clock': {
    post: described('Move the test clock forward', { advanceMinutes: { type: 'integer' } }, object({ now: aText })),
  },
  '/__redeem/{uuid}': {
    parameters: [inPath('uuid')],
    post: described('Redeem a confirmed booking, as if its guest had used it', null, object({ uuid: aText })),
  },
})
