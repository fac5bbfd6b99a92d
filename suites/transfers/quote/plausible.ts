import {
  fail,
  inWords,
  openSuite,
  parseUtcTimestamp,
  pass,
  type Answer,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { sweep } = suite

sweep({
  id: 'transfers.created-not-after-expires',
  clause: '2.1/created-not-after-expires',
  title: 'a transfer does not expire before it was created',
  of: ['transfers'],
  judge: (answer) => {
    if (!answer.accepted) return null
    const [created, expires] = [answer.at('/utcCreatedAt'), answer.at('/utcExpiresAt')]
    const [from, until] = [instant(created), instant(expires)]
    if (from === undefined || until === undefined) return null
    if (from <= until) return pass
    return fail({
      message: `Expected utcExpiresAt not before ${inWords(created)}, which is utcCreatedAt, but received ${inWords(expires)}`,
      expected: `not before ${inWords(created)}`,
      received: expires ?? null,
      exchange: answer.n,
      pointer: '/utcExpiresAt',
    })
  },
})

sweep({
  id: 'transfers.latitude-in-range',
  clause: '2.2/latitude-in-range',
  title: 'latitudes lie between -90 and 90',
  of: ['transfers'],
  judge: (answer) => inRange(answer, 'latitude', 90),
})

sweep({
  id: 'transfers.longitude-in-range',
  clause: '2.2/longitude-in-range',
  title: 'longitudes lie between -180 and 180',
  of: ['transfers'],
  judge: (answer) => inRange(answer, 'longitude', 180),
})

/** Milliseconds since 1970; undefined for what is no UTC timestamp, which is the matter of the field checks. */
function instant(value: Json | undefined): number | undefined {
  return typeof value === 'string' ? parseUtcTimestamp(value) : undefined
}

function inRange(answer: Answer, name: 'latitude' | 'longitude', most: number): Judgement | null {
  if (!answer.accepted) return null
  const found = ['/pickUp', '/dropOff'].flatMap((place) => {
    const pointer = `${place}/${name}`
    const value = answer.at(pointer)
    return typeof value === 'number' ? [{ pointer, value }] : []
  })
  if (found.length === 0) return null
  const outside = found.filter(({ value }) => Math.abs(value) > most)
  if (outside.length === 0) return pass
  return fail(
    ...outside.map(({ pointer, value }) => ({
      message: `Expected a ${name} from -${most} to ${most} at ${pointer} but received ${value}`,
      expected: `a number from -${most} to ${most}`,
      received: value,
      exchange: answer.n,
      pointer,
    })),
  )
}

export default suite
