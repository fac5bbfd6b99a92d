import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { groupFaults } from './groupFaults.js'
import { proofTasks } from './proofTasks.js'

const { fault, shownIn } = pack.reference
const tasks = proofTasks(false).filter(({ kind }) => kind === 'fault')
const whole = new Set(['cancel-needs-reason', 'every-tenth-get-answers-another-booking'])
const grouped = groupFaults(tasks, 10, whole)
const groups = grouped.filter(({ names }) => names.length > 1)

test('every fault is proven once in each dialect, and no more at a time than asked, in a quarter of the runs', () => {
  const each = grouped.flatMap(({ names, dialect }) => names.map((name) => `${name} ${dialect}`))
  expect(each.sort()).toEqual(tasks.map(({ names, dialect }) => `${names.join()} ${dialect}`).sort())
  expect(Math.max(...groups.map(({ names }) => names.length))).toBe(10)
  expect(grouped.length).toBeLessThan(tasks.length / 4)
})

test('each of a group has to be caught, so no two break the same clause or show at the same place', () => {
  for (const { names, dialect, each } of groups) {
    expect(each).toBe(true)
    const clauses = names.map(fault).flatMap(({ clause, seenAs = [] }) => [clause, ...seenAs])
    expect(new Set(clauses).size, names.join(' + ')).toBe(clauses.length)
    const shown = names.flatMap((name) => [
      ...new Set(shownIn(name, dialect).map(({ operation, place }) => `${operation} ${place}`)),
    ])
    expect(new Set(shown).size, names.join(' + ')).toBe(shown.length)
  }
})

test('a place inside of that of another, in whichever answer, is as good as the same', () => {
  for (const { names } of groups) {
    const places = names.map((name) => fault(name).shows.flatMap(({ place }) => (place === '' ? [] : [`${place}/`])))
    for (const [index, mine] of places.entries())
      for (const others of places.slice(index + 1))
        expect(
          mine.some((one) => others.some((at) => one.startsWith(at) || at.startsWith(one))),
          names.join(),
        ).toBe(false)
  }
})

test('no two of a group decide the same thing of the service otherwise', () => {
  for (const { names } of groups) {
    const touched = names.flatMap((name) => fault(name).touches ?? [])
    expect(new Set(touched).size, names.join(' + ')).toBe(touched.length)
  }
  expect(fault('extend-clamps-minutes').touches).toContain('acceptsMinutes')
  expect(fault('get-loses-notes').touches).toEqual([])
})

test('all of a group need the same variants, and what plays with connections is on alone', () => {
  for (const { names } of groups) {
    expect(new Set(names.map((name) => JSON.stringify(fault(name).on ?? []))).size, names.join(' + ')).toBe(1)
    expect(names.filter((name) => fault(name).wire !== undefined)).toEqual([])
  }
})

test('faults that need the whole suite are together, and that is what they get', () => {
  const ofWhole = grouped.filter(({ names }) => names.some((name) => whole.has(name)))
  expect(ofWhole.map(({ names, focused }) => [new Set(names), focused])).toEqual(
    pack.reference.dialects.map(() => [whole, undefined]),
  )
  expect(groups.filter(({ focused }) => focused !== true).length).toBe(ofWhole.length)
})
