import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Report } from '../judge/report.js'
import { ReportError } from './reportError.js'

/** Where the files of a run are. */
export interface RunPlace {
  readonly folder: string
  readonly report: string
}

/**
 * The files of a run, named by its folder or by its `report.json`.
 * @throws ReportError where there is nothing of that name
 */
export function placeOfRun(cwd: string, named: string): RunPlace {
  const path = resolve(cwd, named)
  try {
    return statSync(path).isDirectory()
      ? { folder: path, report: join(path, 'report.json') }
      : { folder: dirname(path), report: path }
  } catch {
    throw new ReportError(`${named}: there is no such folder or file`)
  }
}

/**
 * Reads the report of a run for comparing it.
 * @throws ReportError unless it is a report of this format
 */
export function readReport(cwd: string, named: string): Report {
  const { report } = placeOfRun(cwd, named)
  let value: unknown
  try {
    value = JSON.parse(readFileSync(report, 'utf8'))
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new ReportError(missing ? `${named}: there is no report.json in it` : `${report}: it is no JSON`)
  }
  if (!isReport(value)) throw new ReportError(`${report}: it is no report of octospec with schema version 1`)
  return value
}

/** True for what has the parts of a report that others read. */
export function isReport(value: unknown): value is Report {
  if (!isObject(value) || value['schemaVersion'] !== 1) return false
  const { verdict, headline, checks, clauses, problems, startedAt, waivers, tool, contract, target } = value
  return (
    typeof verdict === 'string' &&
    typeof headline === 'string' &&
    typeof startedAt === 'string' &&
    Array.isArray(problems) &&
    Array.isArray(waivers) &&
    [tool, contract, target].every(isObject) &&
    [checks, clauses].every(
      (list) =>
        Array.isArray(list) &&
        list.every(
          (each: unknown) => isObject(each) && typeof each['id'] === 'string' && typeof each['outcome'] === 'string',
        ),
    )
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
