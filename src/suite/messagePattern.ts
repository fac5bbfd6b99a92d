/** The message of a finding without what differs from booking to booking and from place to place: ids, times and numbers. */
export function messagePattern(message: string): string {
  return message
    .slice(0, 500)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'ID')
    .replaceAll(/\d+/g, 'N')
}
