const mark = '#taken'

/** Marks a key of a profile as read from a request that the target took. */
export function takenKey(key: string): string {
  return `${key}${mark}`
}

/** The key of the profile, either way. */
export function plainKey(key: string): string {
  return key.endsWith(mark) ? key.slice(0, -mark.length) : key
}
