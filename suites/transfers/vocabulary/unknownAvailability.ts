/** What octospec adds to an availabilityId, so that there is no such availability. */
export const unknownAvailability = '-octospec-unknown'
