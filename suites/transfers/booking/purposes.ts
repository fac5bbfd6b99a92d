/** The operations whose answers are bookings, or hold some. */
export const bookingPurposes = ['reserve', 'extend', 'confirm', 'update', 'cancel', 'get', 'list'] as const
