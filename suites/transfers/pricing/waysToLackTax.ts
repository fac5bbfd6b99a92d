/** Of rounding: the tax in the net amount is rounded, and so is the price without its own. */
const rounding = 2

/**
 * The ways in which a price is another one without its tax: by each sum of taxes that is shown, and by the rate at which that sum is in the net
 * amount, since the taxes that are listed may be those of net (documents, 2.4: included in the retail and/or net price). A rate that is
 * a multiple of five per cent of the price says nothing: so is many a discount.
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
    const isTold = sum > 0 && price >= 100 && share < 1 && Math.abs(share * 20 - Math.round(share * 20)) > 0.02
    const ways = full - sum === price ? [way] : []
    return isTold && Math.abs(full * (1 - share) - price) <= rounding ? [...ways, `rate of ${way}`] : ways
  })
}
