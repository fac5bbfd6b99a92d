import { fail, openSuite, pass, unseen, type Suite } from '../vocabulary/index.js'
import { judgeSequence } from './model.js'
import { performSequence, certainSequences, sequences } from './perform.js'

const suite: Suite = openSuite()
const { property, check } = suite

/** Sequences of operations on one booking, also with time between them, held against the table of section 3. */
const lifecycle = property(
  'lifecycle.sequences',
  {
    edges: certainSequences,
    arbitrary: sequences,
    samples: { low: 0, normal: 1, high: 25 },
    shrinks: 24,
    apart: true,
    prepare: async () => ({}),
    act: performSequence,
  },
  { uses: ['confirm', 'get'], bookings: 4, ages: true },
)

check(lifecycle, {
  id: 'lifecycle.sequence-follows-table',
  clause: '3/sequence-follows-table',
  title: 'in every sequence of operations, each is accepted, refused and answered as the table of states says',
  judge: (sequence, { profile }) => {
    const { findings, judged } = judgeSequence(sequence, profile)
    if (findings.length > 0) return fail(...findings)
    return judged ? pass : unseen('no step of the sequence got an answer', 'run again when the target answers in time')
  },
})

export default suite
