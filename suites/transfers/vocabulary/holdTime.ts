import type { ValueSchema } from './words.js'

/** How long a booking may be held, in minutes. */
export const holdTime: ValueSchema = { type: 'integer', minimum: 20, maximum: 200 }
