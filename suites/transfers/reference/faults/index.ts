import type { Fault } from '../fault.js'
import * as operations from '../operations/index.js'
import { atOnceFaults } from './atOnce.js'
import { foreignKeyFaults } from './foreignKeys.js'
import { foreignReadFaults } from './foreignReads.js'
import { isolationFaults } from './isolation.js'
import { bookingPriceFaults } from './bookingPrices.js'
import { bookingFieldFaults } from './bookingFields.js'
import { capabilityFaults } from './capability.js'
import { exclusiveFaults } from './exclusive.js'
import { fewPlacesFaults } from './fewPlaces.js'
import { holdFaults } from './hold.js'
import { holdTimeFaults } from './holdTimes.js'
import { replayedKeyFaults } from './replayedKeys.js'
import { cancellationWindowFaults } from './cancellationWindow.js'
import { furtherWindowFaults } from './furtherWindows.js'
import { notCancellableFaults } from './notCancellable.js'
import { minuteGapFaults } from './minuteGaps.js'
import { keptPriceFaults } from './keptPrices.js'
import { lifecycleFaults } from './lifecycle.js'
import { keptValueFaults } from './keptValues.js'
import { reserveCurrencyFaults } from './reserveCurrency.js'
import { reserveKeyFaults } from './reserveKeys.js'
import { lossFaults } from './losses.js'
import { minutesFaults } from './minutes.js'
import { pretendedFaults } from './pretended.js'
import { pricingFaults } from './pricing.js'
import { transferFieldFaults } from './transferFields.js'
import { twinFaults } from './twins.js'
import { listedFaults } from './listed.js'
import { robustnessFaults } from './robustness.js'
import { habitFaults } from './habits.js'
import { movingFaults } from './moving.js'

/** Every fault that can be switched on: those of one operation, and those that are about several. Names are public. */
export const allFaults: readonly Fault[] = [
  ...Object.values(operations).flatMap(({ faults }) => faults),
  ...transferFieldFaults,
  ...pricingFaults,
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
  ...bookingFieldFaults,
  ...bookingPriceFaults,
  ...listedFaults,
  ...isolationFaults,
  ...foreignReadFaults,
  ...foreignKeyFaults,
  ...capabilityFaults,
  ...notCancellableFaults,
  ...cancellationWindowFaults,
  ...furtherWindowFaults,
  ...robustnessFaults,
  ...keptPriceFaults,
  ...keptValueFaults,
  ...lifecycleFaults,
  ...atOnceFaults,
  ...twinFaults,
  ...pretendedFaults,
  ...movingFaults,
  ...habitFaults,
]
