import { faults } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { Fault } from '../fault.js'
import type { OperationName } from '../model.js'
import type { Rules } from '../rules.js'

const minute = 60_000

/** Section 8: minutes inside 20 to 200 that are refused all the same. */
export const minuteGapFaults: readonly Fault[] = faults({
  '8/expiration-accepted-extend': {
    'extend-refuses-150-to-160-minutes': [
      'extend refuses 150 to 160 minutes',
      rules(refusing('extend', (minutes) => minutes >= 150 && minutes <= 160)),
      'extend',
    ],
    'extend-adds-and-refuses-more-than-180': [
      'extend adds its minutes to the hold, to any length, and refuses more than 180',
      rules((base) => ({
        ...refusing('extend', (minutes) => minutes > 180)(base),
        ...adding(base),
        applyExtend: (booking, minutes, ctx) => ({
          ...base.applyExtend(booking, minutes, ctx),
          expirationMinutes: booking.expirationMinutes + minutes,
        }),
      })),
      'extend',
    ],
    'extend-adds-unseen-and-refuses-more-than-190': [
      'extend adds its minutes to the hold, to any length, shows those alone, and refuses more than 190',
      rules((base) => ({ ...refusing('extend', (minutes) => minutes > 190)(base), ...adding(base) })),
      'extend',
    ],
  },
})

function refusing(operation: OperationName, refused: (minutes: number) => boolean): (base: Rules) => Partial<Rules> {
  return (base) => ({
    acceptsMinutes: (value, ctx) =>
      base.acceptsMinutes(value, ctx) && !(ctx.operation === operation && refused(Number(value))),
  })
}

function adding(base: Rules): Partial<Rules> {
  return {
    holdEnd: (booking, minutes, ctx) =>
      ctx.operation === 'extend' && typeof booking?.holdEnd === 'number'
        ? booking.holdEnd + minutes * minute
        : base.holdEnd(booking, minutes, ctx),
  }
}
