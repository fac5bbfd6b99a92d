import { inWords, observe } from '../../../src/suite/index.js'
import { created } from '../read/created.js'

observe(created, {
  id: 'cancel.of-hold',
  clause: '3/cancel-on-hold',
  observe: ({ cancelled }) => {
    if (cancelled === null || cancelled.outcome === 'none') return null
    if (cancelled.refused) return `no: it is refused (${cancelled.describe()})`
    return `yes: its status is then ${inWords(cancelled.read('status'))}`
  },
})
