import type { Behaviour } from '../behaviour.test.data.js'
import { bodies } from './bodies.test.data.js'
import { connections } from './connections.test.data.js'
import { encodings } from './encodings.test.data.js'
import { framing } from './framing.test.data.js'
import { heads } from './heads.test.data.js'
import { statuses } from './statuses.test.data.js'
import { texts } from './texts.test.data.js'

/** Every way in which a target is known to misbehave. */
export const behaviours: readonly Behaviour[] = [
  ...connections,
  ...framing,
  ...heads,
  ...encodings,
  ...bodies,
  ...texts,
  ...statuses,
]
