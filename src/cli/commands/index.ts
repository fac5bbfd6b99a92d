import type { Command } from '../command.js'

/** A command as `octospec --help` shows it; the rest of it is imported when it is asked for. */
export interface CommandEntry {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** Every command. Add yours here. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    usage: 'run',
    summary: 'hold a server up to the documents and write a report',
    load: async () => (await import('./run.js')).runCommand,
  },
  {
    name: 'init',
    usage: 'init <url>',
    summary: 'find out what a server is like and write a profile of it',
    load: async () => (await import('./init.js')).initCommand,
  },
  {
    name: 'doctor',
    usage: 'doctor',
    summary: 'walk the path of one booking as a run does first, and say what a run would and would not verify',
    load: async () => (await import('./doctor.js')).doctorCommand,
  },
  {
    name: 'resume',
    usage: 'resume <run>',
    summary: 'come back to a run: complete what aged, cancel what is left',
    load: async () => (await import('./resume.js')).resumeCommand,
  },
  {
    name: 'verify',
    usage: 'verify <run>',
    summary: 'judge a run again from its evidence alone, and say whether its report follows',
    load: async () => (await import('./verify.js')).verifyCommand,
  },
  {
    name: 'fleet',
    usage: 'fleet <files..>',
    summary: 'run many targets, and write one page of how they stand',
    load: async () => (await import('./fleet.js')).fleetCommand,
  },
  {
    name: 'show',
    usage: 'show <run> <id>',
    summary: 'show one exchange of a run, or what one check of it came to',
    load: async () => (await import('./show.js')).showCommand,
  },
  {
    name: 'diff',
    usage: 'diff <runs..>',
    summary: 'say what broke or was mended from one run to another, or write a page of many',
    load: async () => (await import('./diff.js')).diffCommand,
  },
  {
    name: 'serve',
    usage: 'serve',
    summary: 'start the reference service',
    load: async () => (await import('./serve.js')).serveCommand,
  },
  {
    name: 'explain',
    usage: 'explain [ids..]',
    summary: 'explain an id, an error or a key of the profile; print clauses, checks or contract',
    load: async () => (await import('./explain.js')).explainCommand,
  },
  {
    name: 'validate',
    usage: 'validate <files..>',
    summary: 'hold payloads up to the contract: JSON, NDJSON, HAR',
    load: async () => (await import('./validate.js')).validateCommand,
  },
  {
    name: 'proxy',
    usage: 'proxy',
    summary: 'stand between a client and a server, pass everything on, and record it',
    load: async () => (await import('./proxy.js')).proxyCommand,
  },
  {
    name: 'prove',
    usage: 'prove',
    summary: 'prove on the reference service that every check can fail, and that no legal server is failed',
    load: async () => (await import('./prove.js')).proveCommand,
  },
]
