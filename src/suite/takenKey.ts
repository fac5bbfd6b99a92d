const mark = '#taken'

/**
 * A key of a profile, as what a target took in a request: that tells a field that is not refused from one that has its effect, which
 * is the key alone.
 */
export function takenKey(key: string): string {
  return `${key}${mark}`
}

/** The key of the profile, either way. */
export function plainKey(key: string): string {
  return key.endsWith(mark) ? key.slice(0, -mark.length) : key
}
