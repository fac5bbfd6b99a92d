import { askedForPricing, fail, openSuite, operationNames, pass, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { sweep } = suite

sweep({
  id: 'capability.echoed',
  clause: '5/capability-echoed',
  title: 'the answer names the capabilities in force in its Octo-Capabilities header',
  of: operationNames,
  judge: (answer) => {
    if (!answer.accepted || !askedForPricing(answer.exchange)) return null
    const echoed = answer.exchange.response?.headers['octo-capabilities']
    const names = (echoed ?? '').split(',').map((name) => name.trim().toLowerCase())
    if (names.includes('octo/pricing')) return pass
    // Nothing of the body is wrong, and each operation lacks the same.
    return fail({
      message: `the answer does not name octo/pricing in its Octo-Capabilities header: ${echoed === undefined ? 'it has none' : JSON.stringify(echoed)}`,
      expected: 'a header Octo-Capabilities with octo/pricing among the names',
      wanted: { header: { name: 'Octo-Capabilities', contains: 'octo/pricing' } },
      received: echoed ?? 'no such header',
      exchange: answer.n,
      pointer: null,
    })
  },
})

export default suite
