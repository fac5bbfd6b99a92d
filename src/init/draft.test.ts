import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Json } from '../profile/profile.js'
import { substituteEnv } from '../profile/variables.js'
import { openDraft, profileText } from './draft.js'

const order = { target: { url: null, headers: null }, booking: { id: null }, clock: null }

test('lines stand in the order of profiles, each with where it is from, and what was not found is commented out', () => {
  const draft = openDraft()
  draft.miss(['clock', 'request'], 'POST /path', 'none is described')
  draft.write(['booking', 'id'], '/uuid', 'seen', 'request 7')
  draft.write(['target', 'headers'], { Authorization: 'Bearer ${T}' }, 'assumed', 'as given')
  draft.miss(['target', 'hosts'], null, 'nobody said')
  expect(profileText(draft.lines(), order, ['a profile'])).toBe(`# a profile
target:
  headers: { Authorization: 'Bearer \${T}' } # assumed: as given
  # hosts: null # not found: nobody said
booking:
  id: /uuid # seen: request 7
# clock:
  # request: POST /path # not found: none is described
`)
})

test('what was found is not missed any more, and what was missed may be found', () => {
  const draft = openDraft()
  draft.miss(['a'], 1, 'not yet')
  draft.write(['a'], 2, 'seen', 'now')
  draft.miss(['a'], 3, 'again')
  expect(draft.read(['a'])).toBe(2)
  expect(parse(profileText(draft.lines(), null, []))).toEqual({ a: 2 })
})

test.each(['a\nb: c', '# no comment', 'x # y', '\u202e', '${X}', "it's", '', 'null', '- a', '\u0000'])(
  'whatever a target says comes through as the value that it is: %j',
  (value) => {
    const draft = openDraft()
    draft.write(['key'], value, 'seen', `a comment with ${value} in it`)
    draft.write(['other'], { [value]: [value] }, 'seen', 'x')
    const text = profileText(draft.lines(), null, [`a head with ${value} in it`])
    expect(substituteEnv(parse(text) as Json, { X: 'a secret' }).value).toEqual({
      key: value,
      other: { [value]: [value] },
    })
    expect(text.trimEnd().split('\n').length).toBe(3)
  },
)
