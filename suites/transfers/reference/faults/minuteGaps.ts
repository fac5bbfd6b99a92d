import { faults } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import { decides } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { OperationName } from '../model.js'
import type { Rules } from '../rules.js'

const minute = 60_000

/** Section 8: minutes inside 20 to 200 that are refused all the same. */
export const minuteGapFaults: readonly Fault[] = faults({
  '8/expiration-accepted-reserve': {
    'reserve-refuses-150-to-160-minutes': [
      'reserve refuses 150 to 160 minutes',
      rules(refusing('reserve', (minutes) => minutes >= 150 && minutes <= 160)),
      'reserve',
    ],
    'reserve-refuses-full-twenties-of-minutes': [
      'reserve refuses the multiples of 20 from 80 to 180 minutes',
      rules(refusing('reserve', (minutes) => minutes % 20 === 0 && minutes >= 80 && minutes <= 180)),
      'reserve',
    ],
  },
  '8/expiration-accepted-update': {
    'update-refuses-150-to-160-minutes': [
      'update refuses 150 to 160 minutes',
      rules(refusing('update', (minutes) => minutes >= 150 && minutes <= 160)),
      'update',
    ],
    'update-to-more-than-three-hours-not-allowed': [
      'update to more than 180 minutes, but for 200, is refused as if the booking were not cancellable',
      decides('update', (allowed, booking, ctx) => {
        const minutes = Number(ctx.call.input.expirationMinutes)
        return allowed && !(minutes > 180 && minutes < 200)
      }),
    ],
  },
  '8/expiration-accepted-extend': {
    'extend-refuses-150-to-160-minutes': [
      'extend refuses 150 to 160 minutes',
      rules(refusing('extend', (minutes) => minutes >= 150 && minutes <= 160)),
      'extend',
    ],
    'extend-by-about-two-hours-not-allowed': [
      'extend by 95 to 140 minutes is refused as if the booking were not on hold',
      decides('extend', (allowed, booking, ctx) => {
        const minutes = Number(ctx.call.input.expirationMinutes)
        return allowed && !(minutes >= 95 && minutes <= 140)
      }),
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
