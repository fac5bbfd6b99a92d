// The files that run a fleet across machines. No engine is at hand: their fields are tested, their parts run.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readPage, root } from './docs.test.data.js'
import { main } from './main.js'
import { testIo } from './testIo.test.data.js'

const built = existsSync(join(root, 'dist', 'bundle', 'main.js'))

/** Suppliers on which nothing can be run, so that they take no time: their verdicts do not matter here. */
function suppliers(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-deploy-'))
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.yaml`)
  for (const [at, name] of names.entries())
    writeFileSync(
      join(cwd, name),
      `target: { url: 'http://127.0.0.1:${at + 1}' }\nbookable: [{ as: standard, productId: p, optionId: o }]`,
    )
  writeFileSync(join(cwd, 'fleet.yaml'), `targets: [${names.join(', ')}, wrong.yaml]`)
  return cwd
}

function targetsOf(folder: string): number {
  // The schema of it has a test of its own.
  return (JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { targets: unknown[] }).targets.length
}

/** The API of Kubernetes (batch/v1, v1), as far as it is used here: the keys that a map may hold; `*` is any name. */
const api: Readonly<Record<string, unknown>> = {
  CronJob: {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'text' },
    spec: {
      schedule: 'text',
      concurrencyPolicy: ['Allow', 'Forbid', 'Replace'],
      jobTemplate: {
        spec: {
          completionMode: ['NonIndexed', 'Indexed'],
          completions: 'whole',
          parallelism: 'whole',
          backoffLimit: 'whole',
          template: {
            spec: {
              restartPolicy: ['Never', 'OnFailure'],
              automountServiceAccountToken: 'flag',
              securityContext: { runAsNonRoot: 'flag', runAsUser: 'whole', fsGroup: 'whole' },
              containers: [
                {
                  name: 'text',
                  image: 'text',
                  workingDir: 'text',
                  command: ['text'],
                  args: ['text'],
                  env: [{ name: 'text', value: 'text', valueFrom: { secretKeyRef: { name: 'text', key: 'text' } } }],
                  resources: { requests: { '*': 'text' }, limits: { '*': 'text' } },
                  securityContext: {
                    allowPrivilegeEscalation: 'flag',
                    readOnlyRootFilesystem: 'flag',
                    capabilities: { drop: ['text'] },
                  },
                  volumeMounts: [{ name: 'text', mountPath: 'text', readOnly: 'flag' }],
                },
              ],
              volumes: [
                {
                  name: 'text',
                  configMap: { name: 'text' },
                  secret: { secretName: 'text', defaultMode: 'whole' },
                  persistentVolumeClaim: { claimName: 'text' },
                },
              ],
            },
          },
        },
      },
    },
  },
  PersistentVolumeClaim: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'text' },
    spec: {
      accessModes: [['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany']],
      resources: { requests: { storage: 'text' } },
    },
  },
}

/** Where a value is not of its form. */
function departures(value: unknown, form: unknown, path: string): readonly string[] {
  if (form === 'text') return typeof value === 'string' && value !== '' ? [] : [path]
  if (form === 'whole') return Number.isInteger(value) ? [] : [path]
  if (form === 'flag') return typeof value === 'boolean' ? [] : [path]
  if (typeof form === 'string') return value === form ? [] : [path]
  if (Array.isArray(form)) {
    if (form.length > 1) return form.includes(value) ? [] : [path]
    return Array.isArray(value) ? value.flatMap((item, at) => departures(item, form[0], `${path}/${at}`)) : [path]
  }
  if (typeof value !== 'object' || value === null || typeof form !== 'object' || form === null) return [path]
  const members = form as Readonly<Record<string, unknown>>
  return Object.entries(value).flatMap(([key, member]) => {
    const own = members[key] ?? members['*']
    return own === undefined ? [`${path}/${key}`] : departures(member, own, `${path}/${key}`)
  })
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
}

const manifests = parseAllDocuments(readPage('deploy/kubernetes.yaml')).map((document) => document.toJS() as Manifest)

test('the manifests for Kubernetes hold what its API knows, and nothing else', () => {
  expect(manifests.map(({ kind }) => kind)).toEqual(['CronJob', 'PersistentVolumeClaim'])
  expect(manifests.flatMap((manifest) => departures(manifest, api[manifest.kind], manifest.kind))).toEqual([])
})

interface CronJob {
  readonly spec: {
    readonly jobTemplate: {
      readonly spec: {
        readonly completions: number
        readonly template: {
          readonly spec: {
            readonly containers: readonly {
              readonly command: readonly string[]
              readonly args: readonly string[]
              readonly env: readonly { readonly name: string; readonly value?: string }[]
              readonly image: string
              readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
            }[]
            readonly volumes: readonly { readonly name: string }[]
          }
        }
      }
    }
  }
}

test.skipIf(!built)('each pod of the Indexed Job runs its shard, and the last to end makes the index', async () => {
  // Its form was held above.
  const { completions, template } = (manifests[0] as unknown as CronJob).spec.jobTemplate.spec
  const [container] = template.spec.containers
  if (container === undefined) throw new Error('there is no container')
  const { version } = JSON.parse(readPage('package.json')) as { readonly version: string }
  expect(container.image).toBe(`octospec:${version}`)
  expect(container.volumeMounts.map(({ name }) => name)).toEqual(template.spec.volumes.map(({ name }) => name))
  const cwd = suppliers()
  mkdirSync(join(cwd, 'bin'))
  symlinkSync(join(root, 'bin', 'octospec.js'), join(cwd, 'bin', 'octospec'))
  const fleet = join(cwd, 'fleet')
  for (let index = 0; index < completions; index += 1) {
    expect(existsSync(join(fleet, 'index.html'))).toBe(false)
    // The first and the last pod run as they are. The others do the same here, which saves starting a process each.
    if (index > 0 && index < completions - 1) {
      const argv = ['fleet', 'fleet.yaml', '--shard', `${index + 1}/${completions}`, '--out', fleet]
      expect([1, 3]).toContain(await main(argv, testIo({ cwd })))
      continue
    }
    const env = {
      PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}`,
      ...Object.fromEntries(
        container.env.map(({ name, value = 'a key for tests, as long as any other' }) => [name, value]),
      ),
      HOME: cwd,
      FLEET: fleet,
      JOB_COMPLETION_INDEX: String(index),
    }
    const [shell = '', ...words] = container.command
    const ended = await new Promise<{ exit: number | null; said: string }>((resolve) => {
      const child = execFile(shell, [...words, ...container.args], { cwd, env }, (_error, out, err) =>
        resolve({ exit: child.exitCode, said: out + err }),
      )
    })
    expect(ended.exit, ended.said).toBe(0)
  }
  expect(targetsOf(fleet)).toBe(6)
})

test('the jobs of the matrix for GitHub run their shards, and the last makes the index', async () => {
  const { jobs } = parse(readPage('deploy/github.yml')) as {
    readonly jobs: {
      readonly shard: {
        readonly strategy: { readonly matrix: { readonly shard: readonly number[] } }
        readonly steps: Steps
      }
      readonly index: { readonly needs: string; readonly steps: Steps }
    }
  }
  const cwd = suppliers()
  for (const shard of jobs.shard.strategy.matrix.shard)
    expect([1, 3]).toContain(await run(jobs.shard.steps, cwd, shard))
  expect(jobs.index.needs).toBe('shard')
  expect(await run(jobs.index.steps, cwd, 0)).toBe(3)
  expect(targetsOf(join(cwd, 'fleet'))).toBe(6)
})

type Steps = readonly { readonly run?: string }[]

/** The exit code of the line that runs octospec. */
async function run(steps: Steps, cwd: string, shard: number): Promise<number> {
  const line = steps.flatMap((step) => step.run ?? []).find((each) => each.startsWith('npx octospec ')) ?? ''
  const [, words = ''] = /^npx octospec (.*?)(?: \|\| \[ \$\? -eq 1 -o \$\? -eq 3 \])?$/.exec(line) ?? []
  expect(words).not.toMatch(/[|[\]]/)
  const io = testIo({ cwd })
  return main(words.replaceAll('${{ matrix.shard }}', String(shard)).split(' '), io)
}
