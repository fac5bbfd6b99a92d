import { expect, found, isLost, openSuite, type Suite } from '../vocabulary/index.js'
import { receipt } from '../confirm/receipt.js'
import { flaws } from './withFlaws.js'

const suite: Suite = openSuite()
const { check, observe } = suite

const uses = ['update', 'get'] as const

flaws.refused(suite, receipt, ({ updated }) => found(updated) ?? { control: null, flawed: [] }, uses)

check(receipt, {
  id: 'update.unknown-id-refused',
  clause: '4.3/update-unknown-id-refused',
  title: 'update of a booking id that does not exist is refused',
  uses,
  judge: (data) => {
    const updated = found(data.updated)
    return expect(updated?.unknown).toBeRefused(updated?.control ?? null, 'though there is no booking of that id')
  },
})

observe(receipt, {
  id: 'update.unknown-availability',
  clause: '4.3/update-unknown-availability',
  observe: ({ updated }) => {
    if (isLost(updated)) return null
    const answer = updated?.flawed.find(({ flaw }) => flaw === 'availability-id-unknown')?.answer
    if (updated?.control.accepted !== true || answer === undefined || answer.outcome === 'none') return null
    return answer.refused ? `it is refused (${answer.describe()})` : 'it is accepted'
  },
})

export default suite
