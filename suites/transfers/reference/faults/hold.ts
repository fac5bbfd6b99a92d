import type { Fault } from '../fault.js'

const minute = 60_000

/** Sections 1.3 and 3: when holds end, and what is then. */
export const holdFaults: readonly Fault[] = [
  {
    name: 'holds-end-early',
    clause: '1.3/on-hold-before-end',
    title: 'a hold ends five minutes early',
    rules: (base) => ({
      isOver: (booking, ctx) => base.isOver(booking, { ...ctx, now: ctx.now + 5 * minute }),
    }),
  },
  {
    name: 'medium-holds-end-early',
    clause: '1.3/on-hold-before-end',
    title: 'a hold of more than 45 minutes ends after 45',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) || (booking.status === 'ON_HOLD' && ctx.now >= booking.createdAt + 45 * minute),
    }),
  },
  {
    name: 'longest-hold-ends-after-three-hours',
    clause: '1.3/on-hold-before-end',
    title: 'a hold of more than 180 minutes ends after 180',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) || (booking.status === 'ON_HOLD' && ctx.now >= booking.createdAt + 180 * minute),
    }),
  },
  {
    name: 'holds-never-end',
    clause: '1.3/not-on-hold-after-end-get',
    title: 'a hold never ends',
    rules: () => ({ isOver: () => false }),
  },
  {
    name: 'holds-end-late',
    clause: '1.3/not-on-hold-after-end-get',
    title: 'a hold ends ten minutes late',
    rules: (base) => ({
      isOver: (booking, ctx) => base.isOver(booking, { ...ctx, now: ctx.now - 10 * minute }),
    }),
  },
  {
    name: 'longest-hold-never-ends',
    clause: '1.3/not-on-hold-after-end-get',
    title: 'a hold of 200 minutes never ends',
    rules: (base) => ({
      isOver: (booking, ctx) => booking.expirationMinutes !== 200 && base.isOver(booking, ctx),
    }),
  },
  {
    name: 'get-shows-hold-after-its-end',
    clause: '1.3/not-on-hold-after-end-get',
    title: 'get shows a hold that has run out as ON_HOLD',
    rules: (base) => ({ isOver: (booking, ctx) => ctx.operation !== 'get' && base.isOver(booking, ctx) }),
  },
  {
    name: 'first-get-after-the-end-shows-hold',
    clause: '1.3/not-on-hold-after-end-get',
    title: 'a hold that has run out is noticed only once somebody has read it',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) &&
        (ctx.operation !== 'get' || ctx.state.count(`first-get-after-the-end-shows-hold ${booking.id}`) > 1),
    }),
  },
  {
    name: 'list-shows-holds-until-they-are-read',
    clause: '1.3/not-on-hold-after-end-list',
    title: 'the list shows a hold that has run out as ON_HOLD until get has noticed',
    rules: (base) => ({
      isOver: (booking, ctx) => {
        const noticed = `list-shows-holds-until-they-are-read ${booking.id}`
        if (!base.isOver(booking, ctx)) return false
        if (ctx.operation === 'get') ctx.state.memory.set(noticed, true)
        return ctx.operation !== 'list' || ctx.state.memory.has(noticed)
      },
    }),
  },
  {
    name: 'confirmed-bookings-run-out',
    clause: '3/confirmed-outlives-hold',
    title: 'a confirmed booking expires when its hold would have',
    rules: (base) => ({
      isOver: (booking, ctx) =>
        base.isOver(booking, ctx) ||
        (booking.status === 'CONFIRMED' && ctx.now >= booking.createdAt + booking.expirationMinutes * minute),
    }),
  },
  {
    name: 'confirmed-bookings-vanish',
    clause: '3/confirmed-outlives-hold',
    title: 'a confirmed booking is gone once its hold would have run out',
    rules: (base) => ({
      sees: (booking, ctx) =>
        base.sees(booking, ctx) &&
        (booking.status !== 'CONFIRMED' || ctx.now < booking.createdAt + booking.expirationMinutes * minute),
    }),
  },
  {
    name: 'expired-hold-blocks-its-availability',
    clause: '3/availability-free-after-end',
    title: 'a hold that has run out blocks its availability for ever',
    on: ['exclusive-availability'],
    rules: (base) => ({
      occupies: (booking, ctx) => booking.status === 'ON_HOLD' || base.occupies(booking, ctx),
    }),
  },
  {
    name: 'availability-freed-early',
    clause: '3/availability-held-until-end',
    title: 'an availability is free again five minutes before its hold ends',
    on: ['exclusive-availability'],
    rules: (base) => ({
      occupies: (booking, ctx) => base.occupies(booking, { ...ctx, now: ctx.now + 5 * minute }),
    }),
  },
  {
    name: 'hold-lapses-only-when-read',
    clause: '3/confirm-expired-refused',
    title: 'a hold that has run out can be confirmed until a read notices that it has',
    rules: (base) => ({
      isOver: (booking, ctx) => {
        if (!base.isOver(booking, ctx)) return false
        const noticed = `hold-lapses-only-when-read ${booking.serial}`
        if (ctx.operation === 'get' || ctx.operation === 'list') ctx.state.memory.set(noticed, true)
        return ctx.operation !== 'confirm' || ctx.state.memory.has(noticed)
      },
    }),
  },
  {
    name: 'update-revives-a-hold-that-is-over',
    clause: '1.3/not-on-hold-after-end-get',
    title: 'an update of the minutes puts a hold on hold again that has run out',
    rules: (base) => ({
      mayUpdate: (booking, ctx) =>
        base.mayUpdate(booking, ctx) ||
        (booking.status === 'EXPIRED' && ctx.call.input.expirationMinutes !== undefined),
      applyUpdate: (booking, input, ctx) =>
        base.applyUpdate(booking.status === 'EXPIRED' ? { ...booking, status: 'ON_HOLD' } : booking, input, ctx),
    }),
  },
]
