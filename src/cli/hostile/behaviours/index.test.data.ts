import type { Behaviour } from '../behaviour.test.data.js'
import { bodies } from './bodies.test.data.js'
import { connections } from './connections.test.data.js'
import { encodings } from './encodings.test.data.js'
import { framing } from './framing.test.data.js'
import { heads } from './heads.test.data.js'
import { statuses } from './statuses.test.data.js'
import { texts } from './texts.test.data.js'

/** Every way in which a target is known to misbehave, by what it misbehaves in. */
export const behaviours: Readonly<Record<string, readonly Behaviour[]>> = {
  'The connection': connections,
  'The frame of an answer': framing,
  'The head of an answer': heads,
  'The encoding of a body': encodings,
  'The body': bodies,
  'Ids of bookings': texts,
  'The status': statuses,
}
