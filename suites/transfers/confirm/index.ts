import type { Suite } from '../../../src/suite/index.js'
import finalize from './finalize.js'
import { kept } from '../rules.js'
import reference from './reference.js'
import receipt from './receipt.js'
import notCancellable from './notCancellable.js'

export const confirm: readonly Suite[] = [finalize, kept.confirm, reference, receipt, notCancellable]
