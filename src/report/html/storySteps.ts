import type { Exchange } from '../../client/exchange.js'
import type { Step, Story } from '../story/storyOf.js'
import { escaped, bounded, type Html } from './escaped.js'
import { answerWords, callers, exchangeView } from './exchangeView.js'

/** Steps with their bodies; a longer story says where the others are. */
const mostBodies = 20

/** The requests that lead to a failure, in their order: who called what, and what came back. Bodies are folded, but that of what shows it. */
export function storySteps({ steps, finding, shown }: Story): Html {
  return escaped`<h4>How it came about</h4>
<ol class="steps">${steps.map((step, at) => stepOf(step, step === shown ? [finding.pointer ?? ''] : null, steps.length - at <= mostBodies))}</ol>`
}

/** @param pointers what is wrong in its answer; null: nothing is */
function stepOf({ exchange, waitSeconds, together }: Step, pointers: readonly string[] | null, whole: boolean): Html {
  const waited =
    waitSeconds > 0
      ? escaped`<p class="quiet">after ${waitSeconds} s of waiting</p>`
      : together
        ? escaped`<p class="quiet">while the one above was under way</p>`
        : ''
  const line = escaped`<b>${whatOf(exchange)}</b> <span class="quiet">${callers[exchange.as]}: ${bounded(exchange.request.method, 10)}</span> <code>${bounded(exchange.request.url.replace(/^[a-z]+:\/\/[^/]*/i, ''), 120)}</code> <span class="arrowed">→</span> ${pointers === null ? escaped`${answerWords(exchange)}` : escaped`<mark>${answerWords(exchange)}</mark>`}`
  return escaped`<li>${waited}${whole ? escaped`<details${pointers === null ? '' : escaped` open`}><summary>${line}</summary>${exchangeView(exchange, pointers ?? [])}</details>` : line}</li>
`
}

function whatOf({ purpose, input }: Exchange): string {
  const minutes = input['minutes']
  return purpose === 'clock' && typeof minutes === 'number' ? `the clock moves on ${minutes} min` : purpose
}
