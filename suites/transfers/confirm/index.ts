import type { Suite } from '../../../src/suite/index.js'
import finalize from './finalize.js'
import keptWhenRead from './keptWhenRead.js'
import reference from './reference.js'
import receipt from './receipt.js'
import notCancellable from './notCancellable.js'

export const confirm: readonly Suite[] = [finalize, keptWhenRead, reference, receipt, notCancellable]
