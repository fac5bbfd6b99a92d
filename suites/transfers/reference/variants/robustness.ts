import { variants } from '../changes/rows.js'
import { readsAsNothing, refusedCall, refusedFor, refusesWith, sends, sendsHeaders } from '../changes/wires.js'
import type { Variant } from '../variant.js'

const always = (): boolean => true

/** Other legal ways to refuse: the documents show neither status codes nor bodies. */
export const robustnessVariants: readonly Variant[] = variants({
  'refusals-with-403': ['every refusal has status 403, but for credentials', refusesWith(403, refusedCall)],
  'refusals-with-404': ['every refusal has status 404, but for credentials', refusesWith(404, refusedCall)],
  'refusals-with-409': ['every refusal has status 409, but for credentials', refusesWith(409, refusedCall)],
  'refusals-empty': [
    'a refusal has no body',
    sends(
      ({ reply }) => reply?.kind === 'refused' && reply.code !== 'TOO_MANY_REQUESTS' && reply.code !== 'INTERNAL',
      ({ status, headers }) => ({ status, headers, text: '' }),
    ),
    { warns: ['7/refusal-is-json'] },
  ],
  'refusals-in-plain-text': [
    'the body of a refusal is plain text',
    sends(refusedFor(), ({ status, headers }, { reply }) => ({
      status,
      headers: { ...headers, 'content-type': 'text/plain' },
      text: reply?.kind === 'refused' ? reply.message : '',
    })),
    { warns: ['7/refusal-is-json'] },
  ],
  'errors-under-200': [
    'a refusal has status 200 and an error member, which the profile may say',
    refusesWith(200, refusedCall),
    { warns: ['7/refusal-is-client-error'] },
  ],
  'json-with-charset': [
    'Content-Type names a character set',
    sendsHeaders(always, (sent) => ({
      'content-type': `${sent['content-type'] ?? 'application/json'}; charset=utf-8`,
    })),
  ],
  'json-of-its-own-kind': [
    'Content-Type is application/vnd.supplier.v2+json',
    sendsHeaders(always, () => ({ 'content-type': 'application/vnd.supplier.v2+json' })),
  ],
  'any-content-type-read': [
    'a body of another content type is not read, and the request is judged without it',
    readsAsNothing('not sent as JSON'),
  ],
})
