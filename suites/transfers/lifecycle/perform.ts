import type { Answer, Context } from '../vocabulary/index.js'
import { minutes, pastHold, withinHold, type Step } from './steps.js'

/** A step that was done, its answer, and a read of the booking right after it. */
export interface Done {
  readonly step: Step
  readonly answer: Answer
  readonly read: Answer
}

/** A sequence that was tried. */
export interface Sequence {
  readonly reserved: Answer
  readonly done: readonly Done[]
}

/** Reserves a booking and does one step after the other to it, whatever is answered; what the model expects is not known here. */
export async function performSequence(context: Context, steps: readonly Step[]): Promise<Sequence> {
  const { target } = context
  const { reserved } = await context.hold({ expirationMinutes: minutes.reserve })
  const id = reserved.bookingId
  const done: Done[] = []
  let extensions = 0
  for (const step of steps) {
    const answer = await perform(context, id, step, extensions)
    if (step === 'extend') extensions += 1
    // A list changes nothing: what was read before it still holds.
    const before = step === 'list' ? done.at(-1)?.read : undefined
    done.push({ step, answer, read: before ?? (await target.get(id)) })
  }
  return { reserved, done }
}

function perform({ target, marker }: Context, id: string, step: Step, extensions: number): Promise<Answer> {
  switch (step) {
    case 'extend':
      return target.extend(id, { expirationMinutes: minutes.extend[extensions] ?? minutes.extend[1] })
    case 'confirm':
      return target.confirm(id)
    case 'update':
      return target.update(id, { reference: marker('update') })
    case 'cancel':
      return target.cancel(id)
    case 'list':
      return target.list({ page: 1, pageSize: 20 })
    case 'age-within-hold':
      return target.advanceClock(withinHold)
    case 'age-past-hold':
      return target.advanceClock(pastHold)
  }
}
