import type { ReferenceService } from '../vocabulary/index.js'
import { allFaults } from './faults/index.js'
import { dialectNames, findFault, findVariant, isDialect, startReference } from './startReference.js'
import { UnknownNameError } from './unknownNameError.js'
import { allVariants } from './variants/index.js'

/** The documented service, as the engine starts it, breaks it and lets it differ. */
export const reference: ReferenceService = {
  dialects: dialectNames,
  faults: allFaults,
  variants: allVariants,
  fault: findFault,
  variant: findVariant,
  profileFile: (dialect) => `transfers/profiles/${dialect === 'partner' ? 'partner' : 'reference'}.yaml`,
  start: ({ dialect, ...choice } = {}) => {
    if (dialect !== undefined && !isDialect(dialect)) throw new UnknownNameError('dialect', dialect, dialectNames)
    return startReference(dialect === undefined ? choice : { ...choice, dialect })
  },
}
