import { limitConcurrency } from '../src/act/limitConcurrency.js'
import { pack } from '../src/pack.js'
import { runAgain, showsAgain, toldOf } from '../src/report/story/scriptAgain.test.data.js'
import { shellScript } from '../src/report/story/shellScript.js'

/**
 * Lets each fault of the reference service fail, runs the script of each failure against a new server with that fault, and names those
 * that do not show what is wrong.
 *
 * @param names of faults; none: all of them
 * @param every one fault in so many
 * @returns how many do not
 */
export async function soakStories(names: readonly string[], every: number): Promise<number> {
  const faults =
    names.length > 0 ? names.map(pack.reference.fault) : pack.reference.faults.filter((_, index) => index % every === 0)
  let [scripts, silent] = [0, 0]
  await limitConcurrency(2, faults, async ({ name }) => {
    for (const told of await toldOf(name)) {
      const { defect, story, target } = told
      scripts += 1
      const out = await runAgain(shellScript(story, defect.title, target), name)
      if (showsAgain(out, told)) continue
      silent += 1
      console.log(`${name}: ${defect.title}\n${out.replaceAll(/^/gm, '  ').slice(-600)}`)
    }
  })
  console.log(`${faults.length} faults, ${scripts} scripts of failures, ${silent} do not show what is wrong`)
  return silent
}
