import { readRanking, registryOf, type Pack, type Ranking } from '../../src/suite/index.js'
import { acts } from './acts/index.js'
import { TransferAnswer } from './answer.js'
import { availability } from './availability/index.js'
import { booking } from './booking/index.js'
import { bookings } from './bookings.js'
import { cancel } from './cancel/index.js'
import { capability } from './capability/index.js'
import { causes } from './causes.js'
import { contract } from './contract/contract.js'
import { payloads } from './contract/payloads.js'
import { confirm } from './confirm/index.js'
import { defaults } from './defaults.js'
import { extend } from './extend/index.js'
import { hold } from './hold/index.js'
import { visitsOf } from './hold/moments.js'
import { acquaint } from './init/index.js'
import { isolation } from './isolation/index.js'
import { lifecycle } from './lifecycle/index.js'
import { list } from './list/index.js'
import { needs } from './needs.js'
import { operations } from './operations.js'
import { pricing } from './pricing/index.js'
import { pricesSeen } from './pricing/amounts.js'
import { profile } from './profile.js'
import type { TransferProfile } from './transferProfile.js'
import { fillingOf } from './contract/fillingOf.js'
import { quote } from './quote/index.js'
import { read } from './read/index.js'
import { reference } from './reference/index.js'
import { requests } from './requests.js'
import { reserve } from './reserve/index.js'
import { robustness } from './robustness/index.js'
import { unshown } from './unshown.js'
import { update } from './update/index.js'
import { worth } from './worth/index.js'

/** The chapters, in the order of the documents. */
const chapters = [
  quote,
  availability,
  reserve,
  hold,
  extend,
  confirm,
  update,
  cancel,
  booking,
  read,
  list,
  pricing,
  capability,
  isolation,
  robustness,
  lifecycle,
  worth,
]

/** Most commands have no use for it, so it is read when it is first asked for. */
let ranking: Ranking | undefined

/** The Transfer and Booking Service with the pricing capability. */
export const transfers: Pack = {
  name: 'transfers',
  profile,
  contract,
  fillingOf,
  capability: { name: 'octo/pricing', without: 'no-pricing' },
  payloads,
  operations,
  requests,
  bookings,
  answer: (exchange, profile: TransferProfile) => new TransferAnswer(exchange, profile),
  needs,
  unshown: (profile: TransferProfile) => unshown(profile),
  defaults,
  causes,
  tallies: [pricesSeen],
  acts,
  visits: (profile: TransferProfile) => visitsOf(profile),
  acquaint,
  reference,
  get ranking(): Ranking {
    return (ranking ??= readRanking('transfers'))
  },
  ...registryOf(chapters.flat()),
}
