import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Stop } from '../wire/stop.js'
import { prompter } from './initPerson.js'

test('Ctrl-C at a question ends it, though nobody answers', async () => {
  const stdin = new PassThrough()
  const cut = new AbortController()
  const person = prompter({ stdin, stdout: { write: () => true } }, true, cut.signal)
  const asked = person.ask('Which?')
  cut.abort()
  await expect(asked).rejects.toThrow(Stop)
  await person.close()
})

test('answers are read a line each', async () => {
  const stdin = new PassThrough()
  const person = prompter({ stdin, stdout: { write: () => true } }, true, new AbortController().signal)
  stdin.write('one\ntwo\n')
  expect([await person.ask('?'), await person.ask('?')]).toEqual(['one', 'two'])
  stdin.end()
  expect(await person.ask('?')).toBeNull()
  await person.close()
})
