import type { ReferenceService } from '../vocabulary/index.js'
import { allFaults } from './faults/index.js'
import { dialectNames, findFault, findVariant, isDialect, shownIn, startReference } from './startReference.js'
import type { DialectName } from './startReference.js'
import { UnknownNameError } from './unknownNameError.js'
import { allVariants } from './variants/index.js'

/** The documented service, as the engine starts it, breaks it and lets it differ. */
export const reference: ReferenceService = {
  dialects: dialectNames,
  faults: allFaults,
  variants: allVariants,
  fault: findFault,
  variant: findVariant,
  shownIn: (fault, dialect) => shownIn(fault, knownDialect(dialect)),
  profileFile: (dialect) => `transfers/profiles/${dialect === 'partner' ? 'partner' : 'reference'}.yaml`,
  start: ({ dialect, ...choice } = {}) =>
    startReference(dialect === undefined ? choice : { ...choice, dialect: knownDialect(dialect) }),
}

function knownDialect(name: string): DialectName {
  if (isDialect(name)) return name
  throw new UnknownNameError('dialect', name, dialectNames)
}
