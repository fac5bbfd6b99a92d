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
  orNone,
  type Answer,
  type Fields,
  type Judgement,
  type Suite,
  type TargetOptions,
  type Context,
  type OperationName,
  type Profile,
} from '../vocabulary/index.js'

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

/** Reserve, update and transfers, each with a good body, with no JSON, with an array, and with an unknown field. */
const bodies = scenario(
  'robustness.bodies',
  async (context) => {
    const { target, profile, marker, offers } = context
    const minutes = { expirationMinutes: 30 }
    const slot = async (): Promise<Fields> => ({ availabilityId: await context.slot(), ...minutes })
    // An availability may take one booking only: each request that may become one has its own.
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

for (const [name, what, body] of [
  ['not-json', 'not JSON', 'notJson'],
  ['not-an-object', 'a JSON array', 'notObject'],
] as const)
  check(bodies, {
    id: `robustness.${name}-refused`,
    clause: `7/${name}-refused`,
    title: `a body that is ${what} is refused by reserve, update and transfers`,
    judge: ({ all: sent }) =>
      allJudged(
        ...sent.map(({ control, [body]: answer }) =>
          expect(answer).toBeRefused(control, `though its body was ${what}`),
        ),
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

/** One request that is unusual, or makes no sense. */
export interface Odd {
  readonly what: string
  readonly answer: Answer
}

const latin = 'application/json; charset=iso-8859-1'
const longId = 'octospec-'.repeat(120)
const oddId = `octospec'";--<\u00e9\u6f22\u{1f600}>%00`

/** Requests that sane clients do not send and tired ones do. `id`: a hold to update; null: there is none. */
export async function sendOdd({ target, slot, offers, profile }: Context, id: string | null): Promise<readonly Odd[]> {
  const odd: Odd[] = []
  const note = async (what: string, sent: Promise<Answer>): Promise<void> => {
    odd.push({ what, answer: await sent })
  }
  const { defaultCurrency = 'EUR' } = profile.bookable.standard
  const currency = defaultCurrency.toLowerCase()
  if (offers('get')) {
    await note('an id of a thousand characters', target.get(longId))
    await note('an id with quotes, markup, an emoji and an escaped NUL', target.get(oddId))
  }
  if (offers('list')) {
    await note('a page that is a word', target.list({ page: 'two', pageSize: 10 }))
    await note('an unknown sort field', target.list({ page: 1, pageSize: 10, sortField: 'octospec-unknown' }))
  }
  if (offers('transfers')) {
    await note('a currency in lower case', target.transfers({ currency }))
    await note('a body in ISO 8859-1', target.transfers({ currency: 'EUR' }, { contentType: latin }))
  }
  // Without one that is free, the others tell all the same.
  const availabilityId = await slot().catch(orNone)
  if (availabilityId !== null)
    await note('a currency in lower case', target.reserve({ availabilityId, expirationMinutes: 30, currency }))
  if (id !== null && offers('update'))
    await note('null for what it changes', target.update(id, { reference: null, emailReceipt: null }))
  return odd
}

/** Methods that no operation of the documents has on these paths and that could do no harm if one did. */
const candidates = ['PUT', 'PATCH'] as const

interface Probe {
  readonly control: Answer | null
  /** A request of the walk that serves as `control`, by number: no trial has answers of others. null: there is none. */
  readonly acceptedIn: number | null
  readonly wrong: Answer
}

/** The transfers (or the availability check, where there are none) with a method that their endpoint does not have. */
const methods = scenario('robustness.methods', async ({ target, profile, quotedIn }) => {
  const probe = async (operation: 'availability' | 'transfers'): Promise<Probe | null> => {
    const method = wrongMethod(profile, operation)
    if (method === null) return null
    const wrong = await target.send(operation, {}, { method })
    const { refused, status } = wrong
    // What breaks down by now may refuse anything.
    const isClear = refused && status !== null && status < 500
    const acceptedIn = operation === 'transfers' && isClear ? quotedIn() : null
    return { control: acceptedIn === null ? await target.send(operation, {}) : null, acceptedIn, wrong }
  }
  return { probes: [await probe(profile.operations.transfers === null ? 'availability' : 'transfers')] }
})

/** A method that no operation of this server has on this one's path; null: none, or the operation is not offered. */
function wrongMethod(profile: Profile, name: OperationName): (typeof candidates)[number] | null {
  const operation = profile.operations[name]
  if (operation === null) return null
  const taken = Object.values(profile.operations).flatMap((other) =>
    other?.path === operation.path ? [other.method] : [],
  )
  return candidates.find((method) => !taken.includes(method)) ?? null
}

check(methods, {
  id: 'robustness.wrong-method-refused',
  clause: '7/wrong-method-refused',
  title: 'a method that an endpoint does not have is refused',
  judge: ({ probes }) => allJudged(...probes.flatMap((probe) => (probe === null ? [] : [judgeProbe(probe)]))),
})

function judgeProbe({ control, acceptedIn, wrong }: Probe): Judgement {
  const judged = expect(wrong).toBeRefused(control, `though ${wrong.exchange.request.method} is no method of it`)
  return wrong.refused && typeof acceptedIn === 'number' ? pass : judged
}

export default suite
