/** The end of an availabilityId that no server has: octospec adds it. */
export const unknownAvailability = '-octospec-unknown'
