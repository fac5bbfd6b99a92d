import { CliError } from './errorCodes.js'

/** Starts a listener. @throws CliError OCTOSPEC_PORT where it cannot listen there */
export async function listening<Listener>(
  { host, port }: { readonly host: string; readonly port: number },
  start: () => Promise<Listener>,
  remedy?: string,
): Promise<Listener> {
  try {
    return await start()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const where = `${host}:${port}`
    if (code === 'EADDRINUSE') throw new CliError('OCTOSPEC_PORT', `${where} is in use by another program`, remedy)
    if (code === 'EACCES') throw new CliError('OCTOSPEC_PORT', `${where} may not be listened at`, remedy)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new CliError('OCTOSPEC_PORT', `${host} is no address of this machine`, 'mend --host')
    throw error
  }
}
