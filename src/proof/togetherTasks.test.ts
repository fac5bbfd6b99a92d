import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { effortTasks, proofTasks } from './proofTasks.js'
import { togetherTasks } from './togetherTasks.js'

const { variant, variants } = pack.reference
const tasks = proofTasks(false)
const together = togetherTasks(tasks, 5, new Set())
const groups = together.filter(({ kind, names }) => kind === 'variant' && names.length > 1)

test('every fault and every variant is proven once in each dialect, and no more variants at a time than asked', () => {
  const each = together.flatMap(({ kind, names, dialect }) =>
    (names.length === 0 ? [''] : names).map((name) => `${kind} ${name} ${dialect}`),
  )
  expect(each.sort()).toEqual(tasks.map(({ kind, names, dialect }) => `${kind} ${names.join()} ${dialect}`).sort())
  expect(Math.max(...groups.map(({ names }) => names.length))).toBe(5)
  expect(together.filter(({ kind }) => kind === 'variant').length).toBeLessThan(variants.length)
})

test('no two that are on together touch the same rule, part of the wire or key of the profile, so that all are in force', () => {
  for (const { names } of groups) {
    const touched = names
      .map(variant)
      .flatMap(({ touches = [], profile = {} }) => [
        ...touches,
        ...Object.entries(profile).flatMap(([name, members]) =>
          Object.keys(Object(members)).map((key) => `${name}.${key}`),
        ),
      ])
    expect(new Set(touched).size, names.join(' + ')).toBe(touched.length)
  }
})

test('the look of an answer is touched at its place alone, which meets what is inside of it and what answers otherwise as a whole', () => {
  const ofLooks = groups.map(({ names }) =>
    names.map((name) => (variant(name).touches ?? []).filter((each) => each.startsWith('afterReply'))),
  )
  expect(ofLooks.some((looks) => looks.filter(({ length }) => length > 0).length > 1)).toBe(true)
  for (const looks of ofLooks)
    for (const [index, mine] of looks.entries())
      for (const other of looks.slice(index + 1).flat())
        expect(
          mine.filter(
            (one) =>
              `${one}/`.startsWith(`${other}/`) ||
              `${other}/`.startsWith(`${one}/`) ||
              one === 'afterReply' ||
              other === 'afterReply',
          ),
        ).toEqual([])
})

test('what takes something out of the profile is on alone', () => {
  const grouped = new Set(groups.flatMap(({ names }) => names))
  expect(['no-list', 'list-oldest-first'].map((name) => grouped.has(name))).toEqual([false, true])
})

test('what is run with another effort, or with every check, is in no group', () => {
  for (const others of [effortTasks('smoke'), proofTasks(true).filter(({ kind }) => kind === 'fault')]) {
    const kept = togetherTasks(others, 8, new Set())
    expect(new Set(kept)).toEqual(new Set(others))
  }
})
