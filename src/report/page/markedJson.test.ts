import { expect, test } from 'vitest'
import { markedJson } from './exchange.js'

test('the value at a pointer is marked', () => {
  expect(String(markedJson({ a: { b: [1, 2] }, c: 'x' }, ['/a/b/1']))).toBe(
    `{
  <span class="key">&quot;a&quot;</span>: {
    <span class="key">&quot;b&quot;</span>: [
      1,
      <mark>2</mark><span class="here"> ← here</span>
    ]
  },
  <span class="key">&quot;c&quot;</span>: &quot;x&quot;
}`,
  )
})

test('a pointer that leads nowhere is marked where the value should be', () => {
  expect(text(markedJson({ a: 1 }, ['/status']))).toContain('"status": (not there) ← here')
})

test('in a long list the marked place is shown with its neighbours and the rest is counted', () => {
  const items = Array.from({ length: 500 }, (_, n) => ({
    id: `booking-${n}`,
    status: 'ON_HOLD',
    notes: 'x'.repeat(50),
  }))
  const shown = text(markedJson({ items }, ['/items/400/status']))
  expect(shown).toContain('"booking-400"')
  expect(shown).toContain('"status": "ON_HOLD" ← here')
  expect(shown).toContain('… 397 more')
  expect(shown.length).toBeLessThan(4000)
})

test('a huge string and a huge object stay small', () => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`member-${n}`, n]))
  expect(text(markedJson({ big: 'x'.repeat(1_000_000) }, ['/big'])).length).toBeLessThan(1000)
  expect(text(markedJson(wide, ['/member-9'])).length).toBeLessThan(1000)
})

function text(shown: { toString(): string }): string {
  return String(shown)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
}
