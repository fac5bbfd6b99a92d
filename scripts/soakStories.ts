import { limitConcurrency } from '../src/act/limitConcurrency.js'
import { pack } from '../src/pack.js'
import { hurlFile } from '../src/report/story/hurlFile.js'
import { hurlAgain, hurlShowsAgain, runAgain, showsAgain, toldOf } from '../src/report/story/scriptAgain.test.data.js'
import { shellScript } from '../src/report/story/shellScript.js'

/**
 * Lets each fault of the reference service fail, runs the script and the Hurl file of each failure against a new server with that fault, and
 * names those that do not show what is wrong.
 *
 * @param names of faults; none: all of them
 * @param every one fault in so many
 * @returns how many do not
 */
export async function soakStories(names: readonly string[], every: number): Promise<number> {
  const faults =
    names.length > 0 ? names.map(pack.reference.fault) : pack.reference.faults.filter((_, index) => index % every === 0)
  let [scripts, silent, unsaid, green] = [0, 0, 0, 0]
  await limitConcurrency(2, faults, async ({ name }) => {
    for (const told of await toldOf(name)) {
      const { defect, story, target } = told
      scripts += 1
      const hurl = hurlFile(story, defect.title, target)
      const { red, last } = (await hurlAgain(hurl, name)).faulty
      const isSaid = hurl.includes('[Asserts]')
      if (!isSaid) unsaid += 1
      if (isSaid ? red.length === 0 : !hurlShowsAgain(last, told)) {
        green += 1
        console.log(`${name}: the Hurl file ${isSaid ? 'is green' : 'prints nothing of it'}: ${defect.title}`)
      }
      const out = await runAgain(shellScript(story, defect.title, target), name)
      if (showsAgain(out, told)) continue
      silent += 1
      console.log(`${name}: ${defect.title}\n${out.replaceAll(/^/gm, '  ').slice(-600)}`)
    }
  })
  console.log(
    `${faults.length} faults, ${scripts} failures: ${silent} scripts and ${green} Hurl files do not show what is wrong; ${unsaid} of the Hurl files assert nothing and print the answer`,
  )
  return silent + green
}
