import { expect, test } from 'vitest'
import { reportOf } from './report.test.data.js'
import { sinceLater, sinceOf } from './compareReports.js'

test('a later visit completes what changed since the run before, and takes nothing of it back that it did not judge', () => {
  const earlier = reportOf([
    { id: 'kept', outcome: 'fail' },
    { id: 'mended', outcome: 'fail' },
    { id: 'waited', outcome: 'pass' },
    { id: 'waits-and-breaks', outcome: 'pass' },
    { id: 'never-before', outcome: 'untested' },
    { id: 'still-untested', outcome: 'pass' },
  ])
  const visited = reportOf([
    { id: 'kept', outcome: 'fail' },
    { id: 'mended', outcome: 'pass' },
    { id: 'waited', outcome: 'untested' },
    { id: 'waits-and-breaks', outcome: 'untested' },
    { id: 'never-before', outcome: 'untested' },
    { id: 'still-untested', outcome: 'untested' },
  ])
  const report = reportOf([
    { id: 'kept', outcome: 'fail' },
    { id: 'mended', outcome: 'pass' },
    { id: 'waited', outcome: 'pass' },
    { id: 'waits-and-breaks', outcome: 'fail' },
    { id: 'never-before', outcome: 'pass' },
    { id: 'still-untested', outcome: 'untested' },
  ])
  const told = sinceLater(sinceOf(earlier, visited), visited, report)
  expect(told).toEqual(sinceOf(earlier, report))
  expect(told).toMatchObject({
    newFailures: ['waits-and-breaks'],
    stillFailing: 1,
    mended: ['mended'],
    unverified: ['still-untested'],
    verified: ['never-before'],
  })
})
