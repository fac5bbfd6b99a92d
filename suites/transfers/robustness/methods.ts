import {
  expect,
  openSuite,
  allJudged,
  pass,
  type Answer,
  type Judgement,
  type OperationName,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

/** Methods that no operation of the documents has on these paths and that could do no harm if one did. */
const candidates = ['PUT', 'PATCH'] as const

interface Probe {
  readonly control: Answer | null
  /** Number of an exchange of the walk that is one in place of `control`: plain data, for no trial has answers of others. null: there is none. */
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

/** A method that this target has no operation for on the path of this one; null: none, or the operation is not offered. */
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
