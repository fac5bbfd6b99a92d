import {
  expect,
  openSuite,
  allJudged,
  type Answer,
  type OperationName,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

/** Methods that no operation of the documents has on these paths and that could do no harm if one did. */
const candidates = ['PUT', 'PATCH'] as const

/** The transfers (or the availability check, where there are none) with a method that their endpoint does not have. */
const methods = scenario('robustness.methods', async ({ target, profile }) => {
  const probe = async (operation: 'availability' | 'transfers'): Promise<{ control: Answer; wrong: Answer } | null> => {
    const method = wrongMethod(profile, operation)
    if (method === null) return null
    return { control: await target.send(operation, {}), wrong: await target.send(operation, {}, { method }) }
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
  judge: ({ probes }) =>
    allJudged(
      ...probes.flatMap((probe) =>
        probe === null
          ? []
          : [
              expect(probe.wrong).toBeRefused(
                probe.control,
                `though ${probe.wrong.exchange.request.method} is no method of it`,
              ),
            ],
      ),
    ),
})

export default suite
