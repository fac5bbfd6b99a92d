import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering, type Answering, type PlainAnswer, type TestServer } from './answering.test.data.js'
import { contacts, page, type Contact } from './firstContact.test.data.js'
import { tryMain } from './testIo.test.data.js'

let reference: Reference
let server: TestServer
beforeEach(async () => {
  reference = await startReference()
})
afterEach(async () => {
  await server.close()
  await reference.close()
})

/** The reference service, as somebody would first meet it. */
async function meet({ server: answer }: Pick<Contact, 'server'>): Promise<string> {
  const real: Answering = forwardTo(reference.url)
  server = await startAnswering(async (request, body) => {
    const answered = (): Promise<PlainAnswer> => real(request, body)
    const [path = '/'] = (request.url ?? '/').split('?')
    return answer === undefined ? answered() : answer(answered, { method: request.method ?? 'GET', path, body })
  })
  return server.url
}

/** The bookings at the service that still hold something. */
async function leftThere(): Promise<number> {
  const listed = await fetch(`${reference.url}/bookings?pageSize=100`, {
    headers: { Authorization: 'Bearer reference-token-a' },
  })
  return (await listed.text()).match(/"status":"(ON_HOLD|CONFIRMED)"/g)?.length ?? 0
}

test.each(Object.entries(contacts).map(([what, contact]) => ({ what, ...contact })))(
  'first contact: $what',
  async (contact) => {
    const url = await meet(contact)
    const { target = '', headers = '{ Authorization: Bearer reference-token-a }' } = contact
    const files = {
      'p.yaml': `target: { url: '${target.startsWith('http') ? target : `${contact.scheme === undefined ? url : url.replace('http:', 'https:')}${target}`}', headers: ${headers} }
bookable: [${contact.bookable ?? '{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }'}]
${contact.profile ?? ''}
`,
    }
    const { exit, out, err } = await tryMain(['run', '--profile', 'p.yaml'], {
      files,
      ...(contact.env && { env: contact.env }),
    })
    for (const words of contact.says) expect(err).toContain(words)
    expect(exit).toBe(contact.exit ?? 2)
    expect(err).not.toMatch(/\n\s+at /)
    expect(`${out}${err}`.trimEnd().split('\n').length, `${out}${err}`).toBeLessThanOrEqual(25)
    expect(await leftThere(), 'bookings that still hold something').toBe(contact.left ?? 0)
    const [, shown = err] = err.split(/(?=error OCTOSPEC)/)
    expect(plain(shown, url)).toMatchSnapshot()
  },
)

test('a gateway that answers the first move of the clock says nothing of the profile', async () => {
  let met = false
  const url = await meet({
    server: (answered, { path }) => {
      if (met || path !== '/__clock') return answered()
      met = true
      return page(502, '<html><title>502 Bad Gateway</title>')
    },
  })
  const profile = `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
clock: { request: POST /__clock, minutes: body:/advanceMinutes }
`
  const only = ['--only', 'reserve.creates-a-booking', '--only', 'hold.over-not-confirmed']
  const { exit, out, err } = await tryMain(['run', '--profile', 'p.yaml', ...only], { files: { 'p.yaml': profile } })
  expect(err).not.toContain('error OCTOSPEC')
  expect([met, exit], out).toEqual([true, 0])
})

test('a cancel that is refused as a path is that cannot exist is one of the target, where a booking that there is not is told so', async () => {
  const nothing: PlainAnswer = { status: 405, headers: {}, body: '' }
  const url = await meet({
    server: async (answered, { method, path }) => {
      if (method === 'POST' && path.endsWith('/cancel') && !path.includes('00000000-0000')) return nothing
      const answer = await answered()
      return answer.status === 404 && answer.body.toString().includes('there is nothing here') ? nothing : answer
    },
  })
  const profile = `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }]
`
  const only = ['--only', 'cancel.persisted-get', '--only', 'cancel.not-on-hold']
  const { exit, err } = await tryMain(['run', '--profile', 'p.yaml', ...only], { files: { 'p.yaml': profile } })
  expect(err).not.toContain('error OCTOSPEC')
  expect(exit).not.toBe(2)
})

/** A page without what is another each time. */
function plain(shown: string, url: string): string {
  return shown
    .replaceAll(url, 'URL')
    .replaceAll(url.replace('http:', 'https:'), 'URL')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')
    .replaceAll(/octospec\/[\d.]+/g, 'octospec/VERSION')
}
