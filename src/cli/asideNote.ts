import type { SetAside } from '../report/setAside.js'
import { comeBackWith, toldBy } from './comeBackWith.js'
import { shownPath } from './finishRun.js'

/** What became of the run before in a folder, in one line: why it is kept, where, and what comes back to it. */
export function asideNote({ path, command, pending, bookings }: SetAside, cwd: string): string {
  const shown = shownPath(cwd, path)
  const left = [
    ...(pending === 0
      ? []
      : [`${pending} ${pending === 1 ? 'scenario' : 'scenarios'} that octospec resume goes on with`]),
    ...(bookings === null || bookings === 0
      ? []
      : [`${bookings} ${bookings === 1 ? 'booking that is' : 'bookings that are'} not known to be ended`]),
  ]
  const why =
    bookings === null
      ? 'the run before has no report that can be read, and may have left bookings'
      : `the run before left ${left.join(' and ')}`
  const words = ['octospec', 'run', ...toldOfTarget(command ?? [])]
  const back = bookings === null ? comeBackWith(shown, words, '--cancel-all') : comeBackWith(shown, words)
  return `note: ${why}: it is kept in ${shown}${back === null ? '' : `, for ${back}`}`
}

/** The evidence may be anybody's, and the line that is shown will be run: of its words, only the address of a server is taken. */
function toldOfTarget(command: readonly string[]): readonly string[] {
  const told = toldBy(command, '--target')
  return told[1] !== undefined && isAddress(told[1]) ? told : []
}

function isAddress(text: string): boolean {
  if (!/^https?:\/\/[\w.:[\]/%~-]{1,300}$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
