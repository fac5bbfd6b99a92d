import type { ReferenceService } from '../vocabulary/index.js'
import { allFaults } from './faults/index.js'
import {
  dialectNames,
  findFault,
  findVariant,
  isDialect,
  shownIn,
  startReference,
  type DialectName,
} from './startReference.js'
import { touchedBy } from './touchedBy.js'
import { UnknownNameError } from './unknownNameError.js'
import { allVariants } from './variants/index.js'

/** The documented service, as the engine starts it, breaks it and lets it differ. */
export const reference: ReferenceService = {
  dialects: dialectNames,
  faults: allFaults,
  variants: allVariants,
  fault: (name) => {
    const fault = findFault(name)
    // Whoever changes an answer once it is made leaves what it does not mean to change; nothing is decided by that.
    return { ...fault, touches: touchedBy(fault).filter((touched) => !touched.startsWith('afterReply')) }
  },
  variant: (name) => {
    const variant = findVariant(name)
    return { ...variant, touches: touchedBy(variant) }
  },
  shownIn: (fault, dialect) => shownIn(fault, knownDialect(dialect)),
  profileFile: (dialect) => `transfers/profiles/${dialect === 'partner' ? 'partner' : 'reference'}.yaml`,
  start: ({ dialect, ...choice } = {}) =>
    startReference(dialect === undefined ? choice : { ...choice, dialect: knownDialect(dialect) }),
}

function knownDialect(name: string): DialectName {
  if (isDialect(name)) return name
  throw new UnknownNameError('dialect', name, dialectNames)
}
