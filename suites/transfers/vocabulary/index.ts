/** What the suites of this service are written in: the engine's vocabulary, and what is this service's own. */
export * from './words.js'
export { contract } from '../contract/contract.js'
export { currencyPrecision } from '../contract/currencies.js'
export { parseUtcTimestamp } from '../contract/formats.js'
export { refusedTogether, type Opened } from './aroundWrites.js'
export {
  asksForNothing,
  reserveUnused,
  slotOfOther,
  pathUsed,
  placeUsed,
  untakenFirst,
  wasFull,
  withRoom,
} from './slots.js'
export { askedForPricing } from '../contract/contractErrors.js'
export { checkFilled, fieldChecks, invariantCheck } from './fieldChecks.js'
export { answerOfKey, judgeGone, lastShown, readSettled, showsNothing, lackedIn, showsWrite, toldBy } from './reads.js'
export { answeredAt, holdEndOf, holdTime, isOnHold, instantOf, isNoMoment, timeOf } from './times.js'
export { bookingAbout, otherIdsOf, sameBooking, isListedAs } from './sameBooking.js'
export { listWide, pageSizes, findListed, idsOf, isNameless, shownIn, type Wide, type Listed } from './findListed.js'
export { isHoldTime, openFlawedMinutes, openFlaws, type Flawed, type Flaws } from './flaws.js'
export { inStep, found, isLost, orLost, orNone, sideBySide, type Lost } from './inStep.js'
export { isOf } from './context.js'
export { isCut, isKept, isKeptIn, showsText, textNotShown, shortened, shortMarker } from './keptText.js'
export { isPending, isUnderWay } from './states.js'
