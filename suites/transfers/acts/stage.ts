import type { ActStage } from '../../../src/suite/index.js'
import type { TransferProfile } from '../transferProfile.js'
import type { Shared } from './shared.js'

/** Where the scenarios of this pack act. */
export interface TransferStage extends ActStage {
  readonly judging: ActStage['judging'] & { readonly profile: TransferProfile }
  readonly shared: Shared
}
