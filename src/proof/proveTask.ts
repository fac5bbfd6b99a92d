import { messageOf } from '../contract/messageOf.js'
import { pack as shipped } from '../pack.js'
import { clausesOf } from './clausesOf.js'
import { judgeRow } from './judgeRow.js'
import type { ProofRow, ProofTask } from './proof.js'
import type { Pack } from '../suite/pack.js'
import { runOnReference, type OnReference } from './runOnReference.js'
import { scenarioCosts } from './scenarioCosts.js'

/**
 * Runs the suite for one task and says what it proves: a focused one by the checks of the broken clause alone, and by all of them
 * where those do not show it, since it may need what other scenarios do. Where variants that are on together turn something red, or
 * do not go together, each of them has to hold by itself.
 */
export async function proveTask(task: ProofTask, pack: Pack = shipped): Promise<ProofRow> {
  if (task.kind === 'variant' && task.names.length > 1) return proveTogether(task, pack)
  if (task.each === true) return proveEach(task, pack)
  const { focused, ...everything } = task
  if (focused !== true) return runTask(task, [], pack)
  const row = await runTask(task, ofItsClause(task, pack), pack)
  return row.holds ? row : runTask(everything, [], pack)
}

/** Ids of the checks of the broken clauses. */
function ofItsClause({ names }: ProofTask, pack: Pack): readonly string[] {
  const clauses = new Set(names.map(pack.reference.fault).flatMap(clausesOf))
  return [...pack.checks.values()].filter(({ clause }) => clauses.has(clause)).map(({ id }) => id)
}

/**
 * Each of some faults that are on together has to be caught where it shows; one that is not is run by itself, since another may keep it
 * from showing. So what holds in a group is all that rests on it.
 */
async function proveEach({ each: _, ...task }: ProofTask, pack: Pack): Promise<ProofRow> {
  const began = performance.now()
  // Some break so much between them that no run can begin, or octospec cannot tell what is up.
  const together = await runOn(task, task.focused === true ? ofItsClause(task, pack) : [], pack).catch(brokenBy)
  const rows = task.names.map((name) => {
    const single: ProofTask = { ...task, names: [name] }
    return 'crash' in together ? null : judgeRow(single, together.report, together.evidence, 0, pack)
  })
  const alone: string[] = []
  const proven: ProofRow[] = []
  for (const [index, name] of task.names.entries()) {
    const row = rows[index]
    if (row?.holds === true && failsItself(row, pack)) proven.push(row)
    else {
      alone.push(name)
      proven.push(await proveTask({ ...task, focused: true, names: [name] }, pack))
    }
  }
  const why = proven.flatMap((row) => named(row).why ?? [])
  const last = proven.at(-1)
  if (last === undefined) throw new Error('a group of faults without a fault')
  return {
    ...last,
    ...task,
    each: true,
    holds: why.length === 0,
    ...(why.length > 0 && { why: why.join('; ') }),
    by: proven.flatMap(({ by }) => by),
    collateral: [],
    parts: proven,
    alone,
    ...('crash' in together && { crash: together.crash }),
    milliseconds: Math.round(performance.now() - began),
  }
}

/** Alone, a fault makes the verdict; among others it has to turn a check red that would. */
function failsItself({ names, by }: ProofRow, { contract, reference }: Pack): boolean {
  const only = names.every((name) => contract.clause(reference.fault(name).clause)?.level === 'convention')
  return only || by.some(({ outcome }) => outcome === 'fail')
}

/** Where more must clauses than this stay untested, one of a group keeps the suite from seeing what the others do. */
const mostUntested = 20

/** Halves a group until what is left holds, or is one: it alone decides. */
async function proveTogether(task: ProofTask, pack: Pack): Promise<ProofRow> {
  if (task.names.length < 2) return named(await runTask(task, [], pack))
  // Two may contradict each other, so that no profile fits both: the run ends before it has begun.
  const together = await runTask(task, [], pack).catch(brokenBy)
  if ('holds' in together && together.holds && together.untested <= mostUntested) return together
  const middle = Math.ceil(task.names.length / 2)
  const first = await proveTogether({ ...task, names: task.names.slice(0, middle) }, pack)
  const second = await proveTogether({ ...task, names: task.names.slice(middle) }, pack)
  const why = [first, second].flatMap((half) => half.why ?? [])
  const crashes = [together, first, second].flatMap(({ crash }) => crash ?? [])
  return {
    ...(first.holds ? second : first),
    names: task.names,
    ...(why.length > 0 && { why: why.join('; ') }),
    ...(crashes.length > 0 && { crash: crashes.join('; ') }),
  }
}

/** What kept a group from being run to its end: octospec itself may be what broke. */
function brokenBy(thrown: unknown): { readonly crash: string } {
  return { crash: messageOf(thrown) }
}

/** With its name before what is wrong: it stands among others. */
function named(row: ProofRow): ProofRow {
  return row.why === undefined ? row : { ...row, why: `${row.names.join()}: ${row.why}` }
}

/** @param only ids of the checks to run; none: all of them */
async function runTask(task: ProofTask, only: readonly string[], pack: Pack): Promise<ProofRow> {
  const began = performance.now()
  const { report, evidence } = await runOn(task, only, pack)
  const row = judgeRow(task, report, evidence, Math.round(performance.now() - began), pack)
  return task.names.length === 0 ? { ...row, costs: scenarioCosts(evidence, pack.operations) } : row
}

function runOn(task: ProofTask, only: readonly string[], pack: Pack): Promise<OnReference> {
  return runOnReference({
    pack,
    dialect: task.dialect,
    ...(task.kind === 'fault' ? { faults: task.names } : { variants: task.names }),
    // The edges of every property are tried at any effort; samples would cost time and prove nothing more.
    plan: {
      effort: task.effort ?? 'low',
      ...(only.length > 0 && { only }),
      ...(task.seed !== undefined && { seed: task.seed }),
    },
  })
}
