import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import prettier from 'prettier'

/** What a program can import, by the name under which it is imported. */
const doors = [
  ['octospec', 'index'],
  ['octospec/vitest', 'vitest'],
  ['octospec/fast-check', 'fastCheck'],
] as const

interface Declared {
  readonly name: string
  /** Of the TSDoc before it, without its stars. */
  readonly comment: string
  /** As the compiler declares it. */
  readonly code: string
}

/**
 * The reference of the library as one page, from the declarations that the compiler made.
 * @param root of the repository, which was built
 */
export async function apiPage(root: string): Promise<string> {
  const types = join(root, 'dist', 'types', 'src')
  const parts = doors.map(([imported, door]) => {
    const file = join(types, `${door}.d.ts`)
    const all = exportsOf(file).toSorted((a, b) => order(a.code) - order(b.code))
    return `## ${imported}\n\n${all.map(section).join('\n')}`
  })
  const page = `# What a program can import

Written by \`npm run api\` from the declarations of the package; a test holds it to them. Nothing happens at import. What the functions do is
what the [commands](commands.md#from-a-program) do.

${parts.join('\n')}`
  const options = await prettier.resolveConfig(join(root, 'docs', 'api.md'))
  return prettier.format(page, { ...options, parser: 'markdown' })
}

function section({ name, comment, code }: Declared): string {
  return `### ${name}\n\n${comment}\n\n\`\`\`ts\n${code}\n\`\`\`\n`
}

/** Functions and values come first, then classes, then types. */
function order(code: string): number {
  return ['function', 'const', 'class', 'interface', 'type'].findIndex(
    (word) => code.startsWith(`export declare ${word}`) || code.startsWith(`export ${word}`),
  )
}

function exportsOf(file: string): Declared[] {
  const text = readFileSync(file, 'utf8')
  const own = [...text.matchAll(/^export (?:declare )?(?:function|const|class|interface|type) (\w+)/gm)].map(
    ([, name = '']) => declaredIn(text, name, file),
  )
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';?$/gm)].flatMap(
    ([, names = '', from = '']) => {
      const other = resolve(dirname(file), from.replace(/\.js$/, '.d.ts'))
      return names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => passed(name.replace(/^type /, ''), other))
    },
  )
  return [...own, ...passedOn]
}

/** A name that one file passes on from another, maybe as another name. */
function passed(named: string, file: string): Declared {
  const [name = '', shown = name] = named.split(' as ')
  const text = readFileSync(file, 'utf8')
  const again = new RegExp(`^export (?:type )?\\{[^}]*?(\\w+ as )?\\b${name}\\b[^}]*\\} from '([^']+)'`, 'm').exec(text)
  const found =
    again === null
      ? declaredIn(text, name, file)
      : passed((again[1] ?? '') + name, resolve(dirname(file), (again[2] ?? '').replace(/\.js$/, '.d.ts')))
  return { ...found, name: shown }
}

/** @throws Error where there is no such declaration */
function declaredIn(text: string, name: string, file: string): Declared {
  const start = new RegExp(
    `^export (?:declare )?(?:abstract )?(?:function|const|class|interface|type) ${name}\\b`,
    'm',
  ).exec(text)
  if (start === null) throw new Error(`${file} does not declare ${name}`)
  const code = text.slice(start.index, endOf(text, start.index))
  const before = text.slice(0, start.index)
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(before)?.[1] ?? ''
  return { name, comment: plain(comment), code: code.trimEnd() }
}

/** The end of a declaration: where all brackets are closed, at a semicolon or at the brace of a body. */
function endOf(text: string, from: number): number {
  const isBody = /^export (?:declare )?(?:abstract )?(?:class|interface)/.test(text.slice(from, from + 60))
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith('/*', at)) at = text.indexOf('*/', at) + 1
    else if ('{([<'.includes(text[at] ?? ' ')) depth += 1
    // The arrow of a function type closes nothing.
    else if ('})]'.includes(text[at] ?? ' ') || (text[at] === '>' && text[at - 1] !== '=')) {
      depth -= 1
      if (isBody && depth === 0 && text[at] === '}') return at + 1
    } else if (text[at] === ';' && depth === 0) return at + 1
  }
  return text.length
}

function plain(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/^@param (\w+) /gm, '\n`$1`: ')
    .replaceAll(/^@returns /gm, '\nReturns ')
    .replaceAll(/^@throws /gm, '\nThrows ')
    .trim()
}
