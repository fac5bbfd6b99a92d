import type { Fault } from '../fault.js'
import { atOnceFaults } from './atOnce.js'
import { availabilityFaults } from './availability.js'
import { foreignKeyFaults } from './foreignKeys.js'
import { foreignReadFaults } from './foreignReads.js'
import { isolationFaults } from './isolation.js'
import { listFaults } from './lists.js'
import { bookingPriceFaults } from './bookingPrices.js'
import { bookingFieldFaults } from './bookingFields.js'
import { getFaults } from './gets.js'
import { cancelFaults } from './cancel.js'
import { capabilityFaults } from './capability.js'
import { confirmFaults } from './confirm.js'
import { exclusiveFaults } from './exclusive.js'
import { fewPlacesFaults } from './fewPlaces.js'
import { extendFaults } from './extend.js'
import { holdFaults } from './hold.js'
import { holdTimeFaults } from './holdTimes.js'
import { replayedKeyFaults } from './replayedKeys.js'
import { cancellationWindowFaults } from './cancellationWindow.js'
import { furtherWindowFaults } from './furtherWindows.js'
import { notCancellableFaults } from './notCancellable.js'
import { minuteGapFaults } from './minuteGaps.js'
import { quotedPriceFaults } from './quotedPrices.js'
import { keptPriceFaults } from './keptPrices.js'
import { offeredPriceFaults } from './offeredPrices.js'
import { lifecycleFaults } from './lifecycle.js'
import { keptValueFaults } from './keptValues.js'
import { reserveFaults } from './reserve.js'
import { reserveCurrencyFaults } from './reserveCurrency.js'
import { reserveKeyFaults } from './reserveKeys.js'
import { lossFaults } from './losses.js'
import { minutesFaults } from './minutes.js'
import { pretendedFaults } from './pretended.js'
import { pricingFaults } from './pricing.js'
import { transferFieldFaults } from './transferFields.js'
import { twinFaults } from './twins.js'
import { listedFaults } from './listed.js'
import { transferFaults } from './transfers.js'
import { robustnessFaults } from './robustness.js'
import { updateFaults } from './update.js'
import { habitFaults } from './habits.js'
import { movingFaults } from './moving.js'

/** Every fault that can be switched on. Names are public. */
export const allFaults: readonly Fault[] = [
  ...transferFaults,
  ...transferFieldFaults,
  ...pricingFaults,
  ...availabilityFaults,
  ...reserveFaults,
  ...minutesFaults,
  ...reserveCurrencyFaults,
  ...reserveKeyFaults,
  ...lossFaults,
  ...holdFaults,
  ...holdTimeFaults,
  ...exclusiveFaults,
  ...fewPlacesFaults,
  ...replayedKeyFaults,
  ...minuteGapFaults,
  ...extendFaults,
  ...confirmFaults,
  ...getFaults,
  ...bookingFieldFaults,
  ...bookingPriceFaults,
  ...listFaults,
  ...listedFaults,
  ...isolationFaults,
  ...foreignReadFaults,
  ...foreignKeyFaults,
  ...capabilityFaults,
  ...updateFaults,
  ...cancelFaults,
  ...notCancellableFaults,
  ...cancellationWindowFaults,
  ...furtherWindowFaults,
  ...robustnessFaults,
  ...keptPriceFaults,
  ...offeredPriceFaults,
  ...quotedPriceFaults,
  ...keptValueFaults,
  ...lifecycleFaults,
  ...atOnceFaults,
  ...twinFaults,
  ...pretendedFaults,
  ...movingFaults,
  ...habitFaults,
]
