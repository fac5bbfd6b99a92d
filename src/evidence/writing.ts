import { OutputError } from './outputError.js'

/** @throws OutputError where the act fails: it names what could not be written */
export function writing<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw new OutputError(path, error)
  }
}
