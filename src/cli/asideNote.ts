import type { SetAside } from '../report/setAside.js'
import { comeBackWith } from './comeBackWith.js'
import { shownPath } from './finishRun.js'

/** What became of the run before in a folder, in one line: why it is kept, where, and what comes back to it. */
export function asideNote({ path, command, holds, bookings, gone }: SetAside, cwd: string): string {
  const shown = shownPath(cwd, path)
  const [why, name] =
    holds > 0
      ? ([
          `${holds} ${holds === 1 ? 'hold' : 'holds'} of the run before ${holds === 1 ? 'is' : 'are'} still ageing`,
          'settle',
        ] as const)
      : bookings === null
        ? (['the run before was killed, and may have left bookings', 'cleanup'] as const)
        : ([`${bookings} of the bookings of the run before may still be there`, 'cleanup'] as const)
  const back = comeBackWith(name, shown, command)
  const lost = gone === null ? '' : `; the oldest of those kept, ${shownPath(cwd, gone)}, is taken away`
  return `note: ${why}: it is kept in ${shown}${back === null ? '' : `, for ${back}`}${lost}`
}
