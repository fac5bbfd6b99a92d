import {
  all,
  allJudged,
  expect,
  failAt,
  openSuite,
  pass,
  unjudged,
  wants,
  withRoom,
  type Answer,
  type Fields,
  type Judgement,
  type Suite,
  type TargetOptions,
} from '../vocabulary/index.js'

import { sendOdd } from './sendOdd.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

/** The same good request to one operation, and what was made of its body. A null was not sent. */
interface Bodies {
  readonly control: Answer
  readonly notJson: Answer
  readonly notObject: Answer
  readonly otherType: Answer | null
  readonly unknownField: Answer | null
}

const unknownField = { octospecUnknown: { some: ['thing'] } }
const notJson = '{"currency": '

/** Reserve, update and transfers, each with a good body, with one that is no JSON, with an array, and with a field that nobody knows. */
const bodies = scenario(
  'robustness.bodies',
  async (context) => {
    const { target, profile, marker, offers } = context
    const minutes = { expirationMinutes: 30 }
    const slot = async (): Promise<Fields> => ({ availabilityId: await context.slot(), ...minutes })
    // Where an availability takes one booking only, each that may become one has its own.
    const unknown = await withRoom(context, async () => target.reserve(await slot(), { body: unknownField }))
    // What is taken with a field that nobody knows would have been taken without it.
    const reserved = unknown?.accepted === true ? unknown : (await context.hold(minutes)).reserved
    const fields = { availabilityId: reserved.exchange.input['availabilityId'], ...minutes }
    const reserve: Bodies = {
      control: reserved,
      notJson: await target.reserve(fields, { rawBody: notJson }),
      notObject: await target.reserve(fields, { rawBody: '[1, 2]' }),
      otherType: await target.reserve(await slot(), { contentType: 'text/plain' }),
      unknownField: unknown,
    }
    const id = reserved.accepted ? reserved.bookingId : null
    const sentTo = async (send: (options?: TargetOptions) => Promise<Answer>): Promise<Bodies> => {
      const odd = await send({ body: unknownField })
      return {
        unknownField: odd,
        control: odd.accepted ? odd : await send(),
        notJson: await send({ rawBody: notJson }),
        notObject: await send({ rawBody: '[1, 2]' }),
        otherType: null,
      }
    }
    const reference = { reference: marker('reference') }
    const update =
      id !== null && offers('update') ? await sentTo((options) => target.update(id, reference, options)) : null
    const currency = { currency: 'EUR' }
    const { transfers: asking } = profile.operations
    const transfers =
      asking !== null && asking.method !== 'GET' ? await sentTo((options) => target.transfers(currency, options)) : null
    const all = [reserve, ...(update === null ? [] : [update]), ...(transfers === null ? [] : [transfers])]
    return { all, odd: await sendOdd(context, id) }
  },
  { bookings: 6 },
)

check(bodies, {
  id: 'robustness.not-json-refused',
  clause: '7/not-json-refused',
  title: 'a body that is not JSON is refused by reserve, update and transfers',
  judge: ({ all: sent }) =>
    allJudged(
      ...sent.map(({ control, notJson }) => expect(notJson).toBeRefused(control, 'though its body was no JSON')),
    ),
})

check(bodies, {
  id: 'robustness.not-an-object-refused',
  clause: '7/not-an-object-refused',
  title: 'a body that is a JSON array is refused by reserve, update and transfers',
  judge: ({ all: sent }) =>
    allJudged(
      ...sent.map(({ control, notObject }) => expect(notObject).toBeRefused(control, 'though its body was an array')),
    ),
})

check(bodies, {
  id: 'robustness.content-type-handled',
  clause: '7/wrong-content-type-handled',
  title: 'a body that is declared as text/plain is refused or read all the same, without a server error',
  judge: ({ all: sent }) =>
    all(...sent.flatMap(({ otherType }) => (otherType === null ? [] : [noServerError(otherType)]))),
})

function noServerError(answer: Answer, sent = 'a body of type text/plain'): Judgement {
  const { status } = answer
  if (status === null || answer.outcome === 'none') return unjudged(answer)
  if (status < 500) return pass
  return failAt(answer, '', {
    message: `${answer.exchange.purpose} answered ${sent} with a server error`,
    ...wants.noServerError('acceptance, or a status of the 4xx class'),
    received: status,
  })
}

check(bodies, {
  id: 'robustness.odd-input-breaks-nothing',
  clause: '7/odd-input-no-server-error',
  title: 'what is unusual or makes no sense is accepted or refused, without a server error',
  judge: ({ odd }) => allJudged(...odd.map(({ what, answer }) => noServerError(answer, what))),
})

check(bodies, {
  id: 'robustness.unknown-fields-tolerated',
  clause: '7/unknown-fields-tolerated',
  title: 'reserve, update and transfers accept a request with an additional field that nobody knows',
  judge: ({ all: sent }) =>
    allJudged(
      ...sent.map(({ control, unknownField: answer }) =>
        control.accepted && answer !== null
          ? expect(answer).toBeAccepted('though the same request without the additional field was')
          : unjudged(control),
      ),
    ),
})

export default suite
