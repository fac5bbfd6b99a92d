import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { root } from '../docs.test.data.js'
import { awaited } from './awaited.test.data.js'
import { moments, type Behaviour } from './behaviour.test.data.js'
import { behaviours } from './behaviours/index.test.data.js'

/** The page about hostile targets. */
export const pageFile: string = join(root, 'docs', 'hostile-targets.md')

const begin = '<!-- behaviours -->'
const end = '<!-- /behaviours -->'

/** The page as it must be: as it is, with the tables of all behaviours in their place. */
export async function behavioursPage(): Promise<string> {
  const page = readFileSync(pageFile, 'utf8')
  const [before = '', after = ''] = [page.split(begin)[0], page.split(end)[1]]
  const tables = Object.entries(behaviours).map(([title, group]) => `### ${title}\n\n${tableOf(group)}`)
  const text = `${before}${begin}\n\n${tables.join('\n\n')}\n\n${end}${after}`
  return format(text, { ...(await resolveConfig(pageFile)), filepath: pageFile })
}

function tableOf(group: readonly Behaviour[]): string {
  const head = ['behaviour', 'the target', 'octospec', 'to blame', ...moments]
  const rows = group.map((behaviour) => [
    behaviour.name,
    behaviour.target,
    behaviour.octospec,
    behaviour.blamed,
    ...behaviour.exits.map(
      (exit, at) => `${[exit].flat().join(' or ')}${isAwaited(behaviour, at) ? ' (not yet)' : ''}`,
    ),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}

function isAwaited({ name }: Behaviour, at: number): boolean {
  return awaited.some(
    ({ behaviours: which, moments: when }) => which.test(name) && when.some((each) => each === moments[at]),
  )
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/<(?=[a-z/])/g, '\\<')
}
