import { toolVersion } from '../contract/toolVersion.js'

export const userAgent: string = `octospec/${toolVersion()}`
