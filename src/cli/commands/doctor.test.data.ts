/** A profile of the reference service at this address, with no more than it needs. */
export const profileOf = (
  url: string,
  more = '',
): string => `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }]
${more}`
/** The second account of the reference service. */
export const other: string = 'otherReseller: { headers: { Authorization: Bearer reference-token-b } }\n'
