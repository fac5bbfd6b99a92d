import { expect, test } from 'vitest'
import { Agenda, type Arrival } from './agenda.js'

/** Lets everything happen that can happen by itself. */
const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** An agenda whose clock moves at once, and how far it was moved. */
function moving(places: number, arrival: Arrival = 'due'): { readonly agenda: Agenda; readonly moved: number[] } {
  const moved: number[] = []
  const now = (): number => moved.at(-1) ?? 0
  const pass = (moment: number): Promise<Arrival> => {
    if (arrival === 'due') moved.push(moment)
    return Promise.resolve(arrival)
  }
  return { agenda: new Agenda(places, { now, pass }), moved }
}

test('no more act at once than there are places, in the order in which they came', async () => {
  const { agenda } = moving(2)
  const seen: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) void agenda.enter().then(() => seen.push(name))
  await soon()
  expect(seen).toEqual(['a', 'b'])
  agenda.leave()
  await soon()
  expect(seen).toEqual(['a', 'b', 'c'])
})

test('while somebody still tidies up nobody looks in quiet, and time need not wait for that', async () => {
  const { agenda, moved } = moving(3)
  const seen: string[] = []
  let tidied = (): void => undefined
  const tidying = new Promise<void>((resolve) => (tidied = resolve))
  for (let each = 0; each < 3; each += 1) await agenda.enter()
  const slept = agenda.until(() => 5, 'sleeper')
  const looked = agenda.quiet(() => Promise.resolve(seen.push('quiet')))
  agenda.leave(tidying)
  await soon()
  expect(seen).toEqual([])
  tidied()
  await looked
  expect(moved).toEqual([])
  agenda.leave(new Promise<void>(() => undefined))
  expect(await slept).toBe('due')
  expect([seen, moved]).toEqual([['quiet'], [5]])
})

test('time stands still while one whose moment has come waits for a place that others still tidy up in', async () => {
  const { agenda, moved } = moving(2)
  let tidied = (): void => undefined
  const tidying = new Promise<void>((resolve) => (tidied = resolve))
  for (let each = 0; each < 2; each += 1) await agenda.enter()
  const first = agenda.until(() => 5, 'first')
  await agenda.enter()
  const second = agenda.until(() => 9, 'second')
  await agenda.enter()
  agenda.leave(tidying)
  agenda.leave(tidying)
  await soon()
  expect(moved).toEqual([5])
  tidied()
  expect(await first).toBe('due')
  expect(moved).toEqual([5])
  agenda.leave()
  expect(await second).toBe('due')
  expect(moved).toEqual([5, 9])
})

test('who acts alone does not wait', async () => {
  const { agenda } = moving(2)
  await agenda.enter()
  expect(await agenda.wait()).toBe(false)
})

test('those who were crowded out go on one after the other, when nobody else acts any more', async () => {
  const { agenda } = moving(3)
  const seen: string[] = []
  for (let each = 0; each < 3; each += 1) await agenda.enter()
  const waits = ['first', 'second'].map(async (name) => {
    expect(await agenda.wait()).toBe(true)
    seen.push(name)
    await soon()
    seen.push(`${name} left`)
    agenda.leave()
  })
  await soon()
  seen.push('third left')
  agenda.leave()
  await Promise.all(waits)
  expect(seen).toEqual(['third left', 'first', 'first left', 'second', 'second left'])
})

test('who wants quiet lets others have the place, and gets it before time passes', async () => {
  const { agenda, moved } = moving(1)
  const seen: string[] = []
  await agenda.enter()
  const quiet = async (): Promise<void> => {
    await agenda.quiet(() => Promise.resolve(seen.push(`quiet, moved ${moved.length} times`)))
    agenda.leave()
  }
  const ageing = async (): Promise<void> => {
    await agenda.enter()
    seen.push(`ageing: ${String(await agenda.until(() => 10, 'ageing'))}`)
    agenda.leave()
  }
  await Promise.all([quiet(), ageing()])
  expect(seen).toEqual(['quiet, moved 0 times', 'ageing: due'])
  expect(moved).toEqual([10])
})

test('all who want quiet look at the same time, and none of them goes on before the others have looked', async () => {
  const { agenda } = moving(3)
  const seen: string[] = []
  const open: (() => void)[] = []
  for (let each = 0; each < 3; each += 1) await agenda.enter()
  const looks = ['one', 'other'].map(async (name) => {
    await agenda.quiet(() => {
      seen.push(`${name} looks`)
      return new Promise<void>((resolve) => open.push(resolve))
    })
    seen.push(`${name} goes on`)
    agenda.leave()
  })
  await soon()
  expect(seen).toEqual([])
  agenda.leave()
  await soon()
  expect(seen).toEqual(['one looks', 'other looks'])
  open[0]?.()
  await soon()
  expect(seen).toHaveLength(2)
  open[1]?.()
  await Promise.all(looks)
  expect(seen.slice(2).sort()).toEqual(['one goes on', 'other goes on'])
})

test('time does not pass while anybody acts, and one move serves all whose moment has come', async () => {
  const { agenda, moved } = moving(4)
  for (let each = 0; each < 4; each += 1) await agenda.enter()
  const seen: number[] = []
  const waits = [20, 10, 10].map(async (moment) => {
    await agenda.until(() => moment, 'ageing')
    seen.push(moment)
    agenda.leave()
  })
  await soon()
  expect(moved).toEqual([])
  agenda.leave()
  await Promise.all(waits)
  expect(seen).toEqual([10, 10, 20])
  expect(moved).toEqual([10, 20])
})

test('a moment that moves on is reached by what the clock is moved, whatever passes by itself', async () => {
  let byItself = 0
  const moved: number[] = []
  const sum = (): number => moved.reduce((all, each) => all + each, 0)
  const now = (): number => byItself + sum()
  const agenda = new Agenda(2, {
    now,
    pass: (moment) => {
      moved.push(moment - now())
      return Promise.resolve('due')
    },
  })
  await agenda.enter()
  await agenda.enter()
  const wait = agenda.until(() => now() + Math.max(0, 22 - sum()), 'ageing')
  byItself = 10
  agenda.leave()
  expect(await wait).toBe('due')
  expect(moved).toEqual([22])
})

test('what is not due on this visit is told so to all that wait, and who follows comes last', async () => {
  const { agenda } = moving(3, 'later')
  for (let each = 0; each < 3; each += 1) await agenda.enter()
  const seen: unknown[] = []
  const follower = agenda.follow().then(() => seen.push('follower'))
  const waits = [10, 20].map(async (moment) => {
    seen.push(await agenda.until(() => moment, 'ageing'))
    await soon()
    agenda.leave()
  })
  await Promise.all([follower, ...waits])
  expect(seen).toEqual(['later', 'later', 'follower'])
})

test('a fault while time passes reaches all that wait', async () => {
  const pass = (): Promise<Arrival> => Promise.reject(new Error('no clock'))
  const agenda = new Agenda(2, { now: () => 0, pass })
  await agenda.enter()
  await agenda.enter()
  const waits = [agenda.until(() => 1, 'a'), agenda.until(() => 2, 'b')]
  await expect(Promise.allSettled(waits)).resolves.toMatchObject([
    { reason: { message: 'no clock' } },
    { reason: { message: 'no clock' } },
  ])
})

test('who need not be punctual costs no move of the clock that another makes later anyway', async () => {
  const { agenda, moved } = moving(3)
  for (let each = 0; each < 3; each += 1) await agenda.enter()
  const seen: number[] = []
  const wait = async (moment: number, when: 'then' | 'any time later'): Promise<void> => {
    await agenda.until(() => moment, 'ageing', when)
    seen.push(moment)
    agenda.leave()
  }
  await Promise.all([wait(10, 'any time later'), wait(20, 'then'), wait(40, 'any time later')])
  expect(seen).toEqual([20, 10, 40])
  expect(moved).toEqual([20, 40])
})

test('who takes any later time goes on with the first move that is far enough', async () => {
  const { agenda, moved } = moving(3)
  for (let each = 0; each < 3; each += 1) await agenda.enter()
  const seen: string[] = []
  const wait = async (moment: number, when: 'then' | 'any time later'): Promise<void> => {
    expect(await agenda.until(() => moment, 'ageing', when)).toBe('due')
    seen.push(`${moment} after ${moved.length}`)
    agenda.leave()
  }
  await Promise.all([wait(10, 'any time later'), wait(20, 'then'), wait(40, 'then')])
  expect(seen).toEqual(['20 after 1', '10 after 1', '40 after 2'])
})
