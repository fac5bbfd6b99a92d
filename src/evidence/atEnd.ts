const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What is to be done, in the order of asking. */
const pending = new Set<() => void>()

/**
 * Does something when the process ends, also by a signal that nobody else hears, until the result is called. What hears signals itself
 * ends the process in its own time.
 *
 * @param act is quick, and does not throw
 */
export function atEnd(act: () => void): () => void {
  if (pending.size === 0) for (const signal of signals) process.on(signal, end)
  pending.add(act)
  process.on('exit', act)
  return () => {
    process.off('exit', act)
    pending.delete(act)
    if (pending.size === 0) for (const signal of signals) process.off(signal, end)
  }
}

function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  for (const act of pending) act()
  for (const each of signals) process.off(each, end)
  // As it would have ended had nobody asked.
  process.kill(process.pid, signal)
}
