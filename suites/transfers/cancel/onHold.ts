import { inWords, openSuite, type Suite } from '../vocabulary/index.js'
import { created } from '../reserve/created.js'

const suite: Suite = openSuite()
const { observe } = suite

observe(created, {
  id: 'cancel.of-hold',
  clause: '3/cancel-on-hold',
  observe: ({ cancelled }) => {
    if (cancelled === null || cancelled.outcome === 'none') return null
    if (cancelled.refused) return `no: it is refused (${cancelled.describe()})`
    return `yes: its status is then ${inWords(cancelled.read('status'))}`
  },
})

export default suite
