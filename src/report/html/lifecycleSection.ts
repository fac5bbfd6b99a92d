import type { Contract } from '../../contract/contract.js'
import type { Report } from '../../judge/report.js'
import { lifecycleDiagram } from './lifecycleDiagram.js'
import { lifecycleStack } from './lifecycleStack.js'
import { lifecycleModel, type ShownTransition } from './lifecycleModel.js'
import { bounded, escaped, type Html } from './escaped.js'
import { plural, section, table } from './parts.js'

/** Rows of the table: a hostile target may answer a new status every time. */
const most = 200

/** The lifecycle of a booking as the run saw it: a diagram, and the same as a table. */
export function lifecycleSection(contract: Contract, report: Report): Html {
  const model = lifecycleModel(contract.lifecycle, report)
  const titles = new Map(model.states.map((state) => [state.id, state]))
  const name = (id: string | null): Html | string => {
    if (id === null) return 'refused'
    const state = titles.get(id)
    return escaped`${state?.title ?? id}${state?.status === null || state === undefined ? '' : escaped` <code>${bounded(state.status, 100)}</code>`}`
  }
  const rows = model.transitions.slice(0, most)
  return section(
    'lifecycle',
    'The lifecycle of a booking',
    'Section 3 of the documents, with what this run saw of it. Solid arrows were seen, dashed ones never tried; ✕ stands for refused, ↻ for no change of state, ! for what the table of section 3 does not have.',
    escaped`<div class="scroll drawing" role="region" aria-label="Diagram of the lifecycle" tabindex="0">${lifecycleDiagram(model)}</div>${lifecycleStack(model)}
<details open><summary>The same as a table: ${plural(rows.length, 'transition')}</summary>
${table(
  'Transitions seen, refused and never tried',
  [
    { title: 'In this state', head: true },
    { title: 'Trigger' },
    { title: 'Led to' },
    { title: 'Seen' },
    { title: 'Section 3' },
  ],
  rows.map((each) => ({
    cells: [
      name(each.from),
      each.trigger,
      each.times === 0 ? '' : each.to === each.from ? 'no change' : name(each.to),
      seen(each),
      each.documented,
    ],
  })),
)}</details>`,
  )
}

function seen({ times }: ShownTransition): string {
  return times === 0 ? 'never tried' : plural(times, 'time')
}
