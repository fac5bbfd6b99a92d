/** What ends a visit to a target early: a signal of the caller's, and evidence that cannot be gone on with. */
export function cutBy(signal: AbortSignal | undefined): { signal: AbortSignal; broken: (error: unknown) => void } {
  const unwritable = new AbortController()
  return {
    signal: signal === undefined ? unwritable.signal : AbortSignal.any([signal, unwritable.signal]),
    broken: (error) => unwritable.abort(error),
  }
}
