import { rootCertificates } from 'node:tls'
import type { Tls } from '../profile/profile.js'
import type { OpenTargetOptions } from './targetSession.js'
import { transport, type Transport } from './transport.js'

/** The ways to the target and to all else. */
export interface Wires {
  /** Takes what goes to the target there, and what does not elsewhere. */
  readonly send: Transport['send']
  /** For whatever is not the target: it does not get to see the client's certificate. */
  readonly elsewhere: Transport
  readonly close: () => Promise<void>
}

export function openWires(options: OpenTargetOptions, concurrency: number): Wires {
  const { target, limits, tls } = options.profile
  const { timeoutSeconds } = limits
  const { through = (wire) => wire, maxBodyBytes, reuseConnections } = options
  const wire = through(
    transport({
      concurrency,
      timeoutSeconds,
      tls,
      ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
      ...(reuseConnections === undefined ? {} : { reuseConnections }),
    }),
  )
  const elsewhere = transport({ concurrency: 1, timeoutSeconds, tls: alsoTrusting(tls) })
  const { origin } = new URL(target.url)
  return {
    send: (request, signal) => (request.origin === origin ? wire : elsewhere).send(request, signal),
    elsewhere,
    close: async () => void (await Promise.all([wire.close(), elsewhere.close()])),
  }
}

/** Who gives tokens is another server: it is trusted as any. */
function alsoTrusting({ ca }: Tls): Tls {
  return ca === undefined ? {} : { ca: [ca, ...rootCertificates].join('\n') }
}
