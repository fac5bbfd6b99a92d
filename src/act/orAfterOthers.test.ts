import { expect, test } from 'vitest'
import { orAfterOthers } from './perform.js'
import { registryOf, stageOf, type OneShot } from './stage.test.data.js'

const mine: OneShot = { kind: 'one-shot', id: 'mine', act: () => Promise.resolve({}) }

/** Lets `mine` act beside another one, which ends once it was told to, as often as makes `mine` be crowded out. */
async function acted(
  crowded: number,
  { beside = true, throws = false, byChance = false } = {},
): Promise<readonly string[]> {
  const log: string[] = []
  const base = registryOf({ scenarios: [mine] })
  let left = crowded
  const stage = stageOf({
    ...base,
    acts: {
      ...base.acts,
      wasCrowdedOut: (_id, _stage, isAlone) => (left -= 1) >= 0 && (byChance || !isAlone),
      cleanUp: (id) => Promise.resolve(void log.push(`cleaned ${id}`)),
    },
  })
  const { agenda } = stage.run
  await agenda.enter()
  if (beside) {
    await agenda.enter()
    setImmediate(() => {
      log.push('other ended')
      agenda.leave()
    })
  }
  let times = 0
  const act = (): Promise<number> => {
    log.push('acted')
    times += 1
    return throws && times === 1 ? Promise.reject(new Error('no room')) : Promise.resolve(times)
  }
  const done = orAfterOthers('mine', stage.run, act)
  log.push(await done.then(String, (error: unknown) => (error instanceof Error ? error.message : 'thrown')))
  agenda.leave()
  await stage.run.session.close()
  return log
}

test('who was not crowded out acts once', async () => {
  expect(await acted(0, { beside: false })).toEqual(['acted', '1'])
  expect(await acted(0, { beside: false, throws: true })).toEqual(['acted', 'no room'])
})

test('who was crowded out releases what it has and acts anew when the others have ended, once', async () => {
  expect(await acted(2)).toEqual(['acted', 'cleaned mine', 'other ended', 'acted', '2'])
  expect(await acted(1, { throws: true })).toEqual(['acted', 'cleaned mine', 'other ended', 'acted', '2'])
})

test('who is alone was crowded out by nobody of ours', async () => {
  expect(await acted(1, { beside: false, throws: true })).toEqual(['acted', 'no room'])
})

test('who was turned down by chance acts anew, also alone, three times at most', async () => {
  const again = ['cleaned mine', 'acted']
  expect(await acted(1, { beside: false, byChance: true })).toEqual(['acted', ...again, '2'])
  expect(await acted(9, { beside: false, byChance: true })).toEqual(['acted', ...again, ...again, '3'])
})
