import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode } from '../contract/messageOf.js'

/** Makes a folder and those above it; false: it was there. @throws the error of the system */
export function makeFolder(path: string, mode: number): boolean {
  try {
    return makeOne(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if (systemCode(error) !== 'ENOENT' || parent === path) throw error
    makeFolder(parent, mode)
    return makeOne(path, mode)
  }
}

function makeOne(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      return false
    throw error
  }
}
