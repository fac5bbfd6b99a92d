import { expect, test } from 'vitest'
import { gateLine, gateOn } from './compareReports.js'
import { clause } from './check.test.data.js'
import { reportOf } from './report.test.data.js'

const old = { id: 'reserve.old', clause: '4.2/old', outcome: 'fail' } as const
const fresh = { id: 'reserve.new', clause: '4.2/new', outcome: 'fail' } as const
const open = { id: 'hold.open', clause: '3/open', outcome: 'untested' } as const

test('failures that the baseline has do not count', () => {
  const gate = gateOn(reportOf([old]), reportOf([old]))
  expect(gate).toMatchObject({ verdict: 'conforms', known: ['reserve.old'], fresh: [] })
  expect(gateLine(gate)).toBe('baseline: 1 failure in the baseline, 0 new: ends as conforms')
})

test('one new failure counts', () => {
  expect(gateOn(reportOf([old]), reportOf([old, fresh]))).toMatchObject({ verdict: 'fails', fresh: ['reserve.new'] })
})

test('a failure that the baseline waived is new once it is not waived any more', () => {
  const waived = { ...old, waived: { reason: 'ticket', until: '2027-01-31' } }
  expect(gateOn(reportOf([waived]), reportOf([old])).verdict).toBe('fails')
})

test('a must clause that was untested before does not count, one that is untested now does', () => {
  expect(gateOn(reportOf([open]), reportOf([open])).verdict).toBe('conforms')
  const gate = gateOn(reportOf([{ ...open, outcome: 'pass' }]), reportOf([open]))
  expect(gate).toMatchObject({ verdict: 'unverified', freshUntested: ['3/open'] })
  expect(gateLine(gate)).toContain('1 must clause newly untested')
})

test('what failed before and cannot be tested now is unverified, not mended', () => {
  expect(gateOn(reportOf([old]), reportOf([{ ...old, outcome: 'untested' }])).verdict).toBe('unverified')
})

test('a stale waiver fails whatever the baseline says', () => {
  const waivers = [{ check: 'reserve.gone', reason: 'x', until: '2027-01-31', state: 'stale' }] as const
  const stale = reportOf([old], { waivers })
  expect(gateOn(stale, stale).verdict).toBe('fails')
})

test('a run that was cut short or in which octospec broke is no better for a baseline', () => {
  const cut = reportOf([old], { verdict: 'aborted' })
  expect(gateOn(cut, cut).verdict).toBe('aborted')
  const broke = reportOf([{ ...old, outcome: 'error' }])
  expect(gateOn(broke, broke).verdict).toBe('suite-error')
})

test('a clause is newly untested only where an open check of its own is new', () => {
  const other = { ...open, id: 'hold.other' }
  const now = reportOf([open, { ...other, clause: '3/other' }])
  expect(gateOn(reportOf([open]), now)).toMatchObject({ verdict: 'unverified', freshUntested: ['3/other'] })
  const allowed = reportOf([{ ...open, allowed: true }])
  expect(gateOn(reportOf([]), allowed)).toMatchObject({ verdict: 'conforms', freshUntested: [] })
  const derived = reportOf([
    { ...open, level: 'derived' },
    { id: 'hold.kept', clause: '3/kept', outcome: 'pass' },
  ])
  expect(gateOn(reportOf([]), derived)).toMatchObject({ verdict: 'conforms', freshUntested: [] })
})

test('of a clause with several checks it is the newly untested ones that count', () => {
  const other = { ...open, id: 'hold.other' }
  const passed = { ...other, outcome: 'pass' } as const
  const clauses = [clause({ id: '3/open', outcome: 'untested', checks: [open.id, other.id] })]
  const before = reportOf([open, passed])
  expect(gateOn(before, reportOf([open, passed], { clauses }))).toMatchObject({
    verdict: 'conforms',
    freshUntested: [],
  })
  expect(gateOn(before, reportOf([open, other], { clauses }))).toMatchObject({
    verdict: 'unverified',
    freshUntested: ['3/open'],
  })
})

test('what was untested before and fails now is a new failure', () => {
  const gate = gateOn(reportOf([{ ...old, outcome: 'untested' }]), reportOf([old]))
  expect(gate).toMatchObject({ verdict: 'fails', fresh: ['reserve.old'] })
})

test('the line counts, and names what is new', () => {
  const gate = { known: [], fresh: ['a', 'b'], freshUntested: ['c', 'd'], verdict: 'fails' } as const
  expect(gateLine(gate)).toBe(
    'baseline: 0 failures in the baseline, 2 new (a, b); 2 must clauses newly untested: ends as fails',
  )
  const many = { ...gate, fresh: [...'abcdefghij'], freshUntested: [] }
  expect(gateLine(many)).toContain('10 new (a, b, c, d, e, f, g, h and 2 more): ends')
})

test('a failure that is waived now is neither new nor known', () => {
  const waived = { ...old, waived: { reason: 'ticket', until: '2027-01-31' } }
  expect(gateOn(reportOf([old]), reportOf([waived]))).toMatchObject({ known: [], fresh: [], verdict: 'conforms' })
})
