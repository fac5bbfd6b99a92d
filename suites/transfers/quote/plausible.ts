import {
  fail,
  findingAt,
  openSuite,
  pass,
  wants,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { sweep } = suite

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
    ...outside.map(({ pointer, value }) =>
      findingAt(answer, pointer, {
        message: `a ${name} of the transfer is ${value}, which is not from -${most} to ${most}`,
        ...wants.fitting(`a number from -${most} to ${most}`, { type: 'number', minimum: -most, maximum: most }),
      }),
    ),
  )
}

export default suite
