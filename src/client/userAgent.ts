import { toolVersion } from '../contract/toolVersion.js'

/** How octospec names itself to a target. */
export const userAgent: string = `octospec/${toolVersion()}`
