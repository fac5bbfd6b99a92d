import type { Io } from './io.js'

/** Resolves at Ctrl-C, or when the process is asked to end. */
export async function untilSignal({ onSignal }: Pick<Io, 'onSignal'>): Promise<void> {
  await new Promise<void>((resolve) => {
    const release = onSignal(() => {
      release()
      resolve()
    })
  })
}
