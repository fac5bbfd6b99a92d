import type { Io } from './io.js'

export async function untilSignal({ onSignal }: Pick<Io, 'onSignal'>): Promise<void> {
  await new Promise<void>((resolve) => {
    const release = onSignal(() => {
      release()
      resolve()
    })
  })
}
