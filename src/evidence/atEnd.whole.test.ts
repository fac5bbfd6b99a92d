import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { atEnd } from './files.js'

const built = join(dirname(specFile('')), 'dist', 'src', 'evidence', 'files.js')
const heard = (): number[] => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event))

test('who asked is told at the end of the process, and who took it back is not', () => {
  const [before, count] = [process.listeners('exit'), heard()]
  const done: string[] = []
  const undo = [atEnd(() => done.push('a')), atEnd(() => done.push('b'))]
  undo[1]?.()
  for (const listener of process.listeners('exit').filter((each) => !before.includes(each))) listener(0)
  undo[0]?.()
  expect(done).toEqual(['a'])
  expect(heard()).toEqual(count)
})

test('many who ask take one place among those that hear of the end: of more than ten Node warns', () => {
  const [before = 0] = heard()
  const undo = Array.from({ length: 20 }, () => atEnd(() => undefined))
  expect(heard()[0]).toBeLessThanOrEqual(before + 1)
  for (const each of undo) each()
  expect(heard()[0]).toBe(before)
})

// `npm test` builds first; a bare `vitest` without dist/ leaves these out.
test.skipIf(!existsSync(built) || process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'a process that %s ends tidies up before, and one that hears it itself does so in its own time',
  (signal) => {
    const ending = (more: string): object => {
      const script = `
      const { atEnd } = await import(${JSON.stringify(built)})
      atEnd(() => console.log('tidied'))
      ${more}
      process.kill(process.pid, '${signal}')
      setTimeout(() => undefined, 60000)`
      const { status, signal: by, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script])
      return { status, by, said: stdout.toString() }
    }
    expect(ending('')).toEqual({ status: null, by: signal, said: 'tidied\n' })
    const later = `process.on('${signal}', () => setTimeout(() => { console.log('heard'); process.exit(7) }, 20))`
    expect(ending(later)).toEqual({ status: 7, by: null, said: 'heard\ntidied\n' })
  },
)
