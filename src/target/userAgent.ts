import { createRequire } from 'node:module'

const { version }: { version: string } = createRequire(import.meta.url)('octospec/package.json')

/** How octospec names itself to a target. */
export const userAgent: string = `octospec/${version}`
