import { systemCode } from '../contract/messageOf.js'

/** A file or folder that cannot be written: which one, why, and what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
  readonly code = 'OCTOSPEC_OUTPUT'
  readonly path: string
  readonly remedy: string

  /** @param why what keeps it from being written and what to do, where that is no error of the system */
  constructor(path: string, error: unknown, why?: readonly [what: string, remedy: string]) {
    const code = systemCode(error) ?? 'unknown'
    const [what, remedy] = why ??
      (Object.hasOwn(known, code) ? known[code] : undefined) ?? [
        `an error of the system (${code})`,
        'name another folder with --out',
      ]
    super(`cannot write ${path}: ${what}`)
    this.path = path
    this.remedy = remedy
  }
}

const permission = [
  'octospec may not write there',
  'change the permissions, or name another folder with --out',
] as const
const known: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EACCES: permission,
  EPERM: permission,
  EROFS: ['the file system is read-only', 'name another folder with --out'],
  ENOSPC: ['the disk is full', 'make room, or name a folder on another disk with --out'],
  EDQUOT: ['the quota is used up', 'make room, or name a folder on another disk with --out'],
  ENOENT: ['its folder is gone', 'leave the folder alone while octospec runs, or name another with --out'],
  EEXIST: ['a file is in the way where a folder should be', 'remove it, or name another folder with --out'],
  ENOTDIR: ['a file is in the way where a folder should be', 'remove it, or name another folder with --out'],
  EISDIR: ['a folder is in the way where a file should be', 'remove it, or name another folder with --out'],
  ENAMETOOLONG: ['its name is too long', 'name another folder with --out'],
}

/** @throws OutputError where the act fails: it names what could not be written */
export function writing<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw new OutputError(path, error)
  }
}
