import type { Fault } from '../fault.js'

/** Section 7: how refusals travel. */
export const wireFaults: readonly Fault[] = [
  {
    name: 'refusal-with-stack-trace',
    clause: '7/refusal-no-stack-trace',
    title: 'a refusal carries a stack trace',
    wire: (base) => ({
      errorBody: (body, exchange) => {
        const shown = base.errorBody(body, exchange)
        const trace =
          'Error: refused\n    at reserve (/srv/app/bookings.js:42:11)\n    at handle (/srv/app/server.js:7:3)'
        return typeof shown === 'object' && shown !== null && !Array.isArray(shown) ? { ...shown, trace } : trace
      },
    }),
  },
  {
    name: 'unknown-fields-refused',
    clause: '7/unknown-fields-tolerated',
    title: 'a request with a field that the service does not know is refused',
    rules: () => ({ refusesUnknownFields: () => true }),
  },
  {
    name: 'not-json-crashes',
    clause: '7/refusal-not-server-error',
    title: 'a body that is not JSON is answered with an HTML page and 500',
    wire: (base) => ({
      finish: (answer, exchange) =>
        exchange.reply?.kind === 'refused' && exchange.call === null && exchange.reply.code === 'BAD_REQUEST'
          ? { status: 500, headers: { 'content-type': 'text/html' }, text: '<html><body><h1>500</h1></body></html>' }
          : base.finish(answer, exchange),
    }),
  },
]
