/** A currency that no option is priced in: reserved by ISO 4217 for tests, nothing is sold in it. */
export const unavailable = 'XTS'
