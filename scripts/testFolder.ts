import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * What vitest does before all tests: whatever they and the processes that they start write into the folder for temporary files goes into
 * one of their own, of a short name, for a socket's path has some 100 characters. What it returns, done after them, takes that away.
 */
export default function testFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'o-'))
  process.env['TMPDIR'] = folder
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
