import { expect, test, vi } from 'vitest'
import { liveProgress } from './liveProgress.js'

function watch(verbose = false): string {
  let shown = ''
  let now = 0
  const stderr = { write: (text: string) => (shown += text) }
  const progress = liveProgress({ stderr }, { verbose, now: () => (now += 1000) })
  progress.plan({ checks: 9, scenarios: 8, bookings: 7, target: 'http://a/\u001b[2J' })
  for (let count = 1; count <= 8; count += 1) {
    progress.started(`chapter.${count}`)
    progress.request(count * 2, null)
    progress.finished(`chapter.${count}`, { checks: 2, failed: count === 3 ? 1 : 0 }, () => [])
  }
  progress.end()
  return shown
}

test('a log gets plain lines, a few a run', () => {
  const lines = watch().trimEnd().split('\n')
  expect(lines).toEqual([
    '9 checks by 8 scenarios, with at most 7 bookings, on http://a/\\u001b[2J',
    '  2 of 8 scenarios, 4 requests',
    '  4 of 8 scenarios, 8 requests',
    '  6 of 8 scenarios, 12 requests',
    '  8 of 8 scenarios, 16 requests',
  ])
})

test('verbose is a line for each scenario', () => {
  expect(watch(true)).toContain('  chapter.3: 1 of 2 checks failing\n  chapter.4: 2 checks\n')
})

test('a log is never silent for long while a run goes on, and says nothing once it is over', () => {
  vi.useFakeTimers()
  try {
    let shown = ''
    const stderr = { write: (text: string) => (shown += text) }
    const progress = liveProgress({ stderr }, { verbose: false, now: () => Date.now() })
    progress.plan({ checks: 9, scenarios: 8, bookings: 7, target: 'http://a' })
    progress.started('chapter.one')
    vi.advanceTimersByTime(20_000)
    expect(
      shown.split('\n').filter((line) => line === '  0 of 8 scenarios, 0 requests so far: chapter.one').length,
    ).toBe(4)
    progress.end()
    const before = shown
    vi.advanceTimersByTime(60_000)
    expect(shown).toBe(before)
  } finally {
    vi.useRealTimers()
  }
})

test('while a target puts requests off, that is said', () => {
  vi.useFakeTimers()
  try {
    let shown = ''
    const stderr = { write: (text: string) => (shown += text) }
    const progress = liveProgress({ stderr }, { verbose: false, now: () => Date.now() })
    progress.plan({ checks: 9, scenarios: 8, bookings: 7, target: 'http://a' })
    progress.started('a.one')
    progress.request(1, 'HTTP 429, sent again after 30 s')
    vi.advanceTimersByTime(5000)
    expect(shown).toContain('HTTP 429, sent again after 30 s')
    shown = ''
    progress.request(2, null)
    vi.advanceTimersByTime(5000)
    expect(shown).toContain('a.one')
    expect(shown).not.toContain('429')
    progress.end()
  } finally {
    vi.useRealTimers()
  }
})

test('holds that age are told as what they are: a clock that is moved, or a wait', () => {
  let shown = ''
  const stderr = { write: (text: string) => (shown += text) }
  const progress = liveProgress({ stderr }, { verbose: false, now: () => 0 })
  progress.waiting(17, 'hold', 'clock')
  progress.waiting(3, 'hold', 'wait')
  progress.waiting(0, 'hold', 'wait')
  expect(shown.trimEnd().split('\n')).toEqual([
    "  time passes for hold: the target's test clock moves on 17 min",
    '  time passes for hold: waiting 3 min',
  ])
})

test('before a plan, and where there is none, a log says every few seconds that it waits; while holds age, once a minute', () => {
  vi.useFakeTimers()
  let shown = ''
  const stderr = { write: (text: string) => (shown += text) }
  const progress = liveProgress({ stderr }, { verbose: false, now: () => Date.now() })
  vi.advanceTimersByTime(11_000)
  expect(shown).toBe('  0 requests so far: waiting for the target\n'.repeat(2))
  progress.request(3, null)
  progress.waiting(30, 'hold.expiry', 'wait')
  shown = ''
  vi.advanceTimersByTime(190_000)
  expect(shown).toBe('  3 requests so far: waiting for the target\n'.repeat(3))
  progress.end()
  vi.advanceTimersByTime(180_000)
  expect(shown.split('\n')).toHaveLength(4)
  vi.useRealTimers()
})
