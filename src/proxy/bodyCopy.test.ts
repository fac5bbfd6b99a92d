import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BodyCopy, copyRoom, mostRecorded } from './recorder.js'

const body = (): IncomingMessage => new IncomingMessage(new Socket())

test('a body of single bytes is as long as it is', () => {
  const room = copyRoom()
  const whole = room.left
  const of = body()
  const copy = new BodyCopy(of, room)
  for (let at = 0; at < mostRecorded; at += 1) of.emit('data', Buffer.of(at % 251))
  expect([copy.length, copy.bytes?.[252], whole - room.left]).toEqual([mostRecorded, 1, mostRecorded])
  copy.forget()
  expect([copy.bytes, room.left]).toEqual([null, whole])
})

test('what is too long, and what there is no room for, is given up', () => {
  const room = { left: 1000 }
  const [first, second, long] = [body(), body(), body()]
  const kept = new BodyCopy(first, room)
  first.emit('data', Buffer.alloc(900))
  const given = new BodyCopy(second, room)
  second.emit('data', Buffer.from('a'.repeat(60)))
  second.emit('data', Buffer.from('b'.repeat(60)))
  second.emit('data', Buffer.from('c'))
  expect([kept.length, given.bytes, given.length]).toEqual([900, null, 0])
  expect(given.whyNone).toBe('too much else was under way: it was passed on and not recorded')
  kept.forget()
  expect(room.left).toBe(1000)
  const copy = new BodyCopy(long, copyRoom())
  for (const size of [mostRecorded, 1]) long.emit('data', Buffer.alloc(size))
  expect(copy.whyNone).toContain(`larger than ${mostRecorded} bytes`)
})
