/** Of rounding, in minor units: the tax in the net amount is rounded, and so is the price without its own. */
const rounding = 2

const atRate = 'at the rate of '

/**
 * The ways in which a price is another one without its tax: by each sum of taxes that is shown, and by the rate at which that sum is in the net
 * amount, since the taxes that are listed may be those of net (documents, 2.4: included in the retail and/or net price).
 * @param full with its tax, minor units
 * @param price that may lack it, minor units
 * @param taxes what they come to, by the member that was added up
 */
export function waysToLackTax(
  full: number,
  price: number,
  net: number | null,
  taxes: Iterable<readonly [string, number]>,
): readonly string[] {
  return [...taxes].flatMap(([way, sum]) => {
    const share = net === null ? 0 : sum / net
    const isAtRate = share > 0 && share < 1 && Math.abs(full * (1 - share) - price) <= rounding
    return [...(full - sum === price ? [way] : []), ...(isAtRate ? [`${atRate}${way}`] : [])]
  })
}

/**
 * Whether a price that lacks its tax in such a way can be nothing else. A rate is near many a discount: it tells where no half or whole per
 * cent comes to that price.
 */
export function tellsOfTax(way: string, full: number, price: number): boolean {
  if (!isByRate(way)) return true
  const nearest = Math.round((1 - price / full) * 200) / 200
  return Math.abs(full * (1 - nearest) - price) > rounding
}

/** Whether it is not the taxes themselves that are lacking, but what their rate makes of the price. */
export function isByRate(way: string): boolean {
  return way.startsWith(atRate)
}
