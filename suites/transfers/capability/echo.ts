import { askedForPricing, failAt, openSuite, pass, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { sweep } = suite

sweep({
  id: 'capability.echoed',
  clause: '5/capability-echoed',
  title: 'the answer names the capabilities in force in its Octo-Capabilities header',
  of: ['transfers', 'availability', 'reserve', 'extend', 'confirm', 'update', 'cancel', 'get', 'list'],
  judge: (answer) => {
    if (!answer.accepted || !askedForPricing(answer.exchange)) return null
    const echoed = answer.exchange.response?.headers['octo-capabilities']
    const names = (echoed ?? '').split(',').map((name) => name.trim().toLowerCase())
    if (names.includes('octo/pricing')) return pass
    return failAt(answer, '', {
      message: `the answer to ${answer.exchange.purpose} does not name octo/pricing in its Octo-Capabilities header: ${echoed === undefined ? 'it has none' : JSON.stringify(echoed)}`,
      expected: 'octo/pricing among the capabilities named',
      received: echoed ?? null,
    })
  },
})

export default suite
