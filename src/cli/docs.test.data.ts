import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { specFile } from '../contract/specFile.js'

/** Folder of the repository. */
export const root: string = dirname(specFile(''))

/** A fenced block of a page. */
export interface Block {
  readonly language: string
  /** Name of the file that it shows; null: it has none. */
  readonly file: string | null
  readonly text: string
}

/** A command line of a page and the exit code that it is said to end with. */
export interface CommandLine {
  readonly line: string
  readonly exit: number
  /** Of a CI job. */
  readonly job: boolean
}

/** Names of all pages for users, relative to {@link root}. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
]

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

/** The fenced blocks of a page, without the indentation of a list item around them. */
export function blocksOf(page: string): readonly Block[] {
  return [...readPage(page).matchAll(/^( *)```(\w+)(?: +(\S+))?\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', file, body = '']) => {
      const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      return { language, file: file ?? /^# ([\w.-]+\.ya?ml)\n/.exec(text)?.[1] ?? null, text }
    },
  )
}

/** The text of a page without its fenced blocks. */
export function proseOf(page: string): string {
  return readPage(page).replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
}

/** What a page tells people to type, and what its CI jobs run of octospec, in its order. */
export function commandLinesOf(page: string): readonly CommandLine[] {
  return blocksOf(page).flatMap(({ language, text }) => {
    const typed = language === 'sh' ? text.split('\n').filter((line) => !/^\s*(#|$)/.test(line)) : []
    const job = language === 'yaml'
    const run = job ? [...text.matchAll(/run: npx (octospec .*)$/gm)].map(([, line = '']) => line) : []
    return [...typed, ...run].map((given) => {
      const [line = '', comment = ''] = given.split(/\s+# /)
      return { line: line.trim(), exit: Number(/^exit (\d)/.exec(comment)?.[1] ?? 0), job }
    })
  })
}

/** The rows of the tables of a text, cells trimmed, without head and rule. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines
    .filter((line, at) => !isRule(line) && !isRule(lines[at + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    )
}

/** Words of a command line, as a shell takes them apart. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
}

/** Anchors that the headings of a page have on GitHub. */
export function anchorsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  )
}

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`)
}

function isRule(line: string): boolean {
  return /^\|( *:?-+:? *\|)+$/.test(line)
}
