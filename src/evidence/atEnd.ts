const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const pending = new Set<() => void>()

/** Does something quick when the process ends, until the result is called. */
export function atEnd(act: () => void): () => void {
  // One listener for all: of more than ten Node warns.
  if (pending.size === 0) {
    for (const signal of signals) process.on(signal, end)
    process.on('exit', actAll)
  }
  pending.add(act)
  return () => {
    pending.delete(act)
    if (pending.size > 0) return
    for (const signal of signals) process.off(signal, end)
    process.off('exit', actAll)
  }
}

function actAll(): void {
  for (const act of pending) act()
}

function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  actAll()
  for (const each of signals) process.off(each, end)
  // As it would have ended had nobody asked.
  process.kill(process.pid, signal)
}
