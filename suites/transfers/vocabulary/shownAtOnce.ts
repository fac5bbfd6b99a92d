import { fail, pass, type Answer, type Finding, type Judgement, type LateRead } from './words.js'

/** Judges that no read of a scenario showed a write only after the settling time. @param listed the list that did, if any */
export function shownAtOnce(late: readonly LateRead[], listed: Answer | null = null): Judgement {
  const reads = [...late, ...(listed === null ? [] : [{ write: null, read: listed }])]
  const findings = reads.filter(({ read }) => !read.mayBeOfNetwork).map(({ write, read }) => finding(write, read))
  return findings.length === 0 ? pass : fail(...findings)
}

function finding(write: Answer | null, read: Answer): Finding {
  const what = write === null ? 'the write before it' : `${write.exchange.purpose} (exchange ${write.n})`
  return {
    message: `${read.exchange.purpose} shows ${what} only after a while: the same read did after the settling time`,
    expected: 'what was written, at once',
    received: read.describe(),
    exchange: read.n,
    pointer: '',
  }
}
