import type { Behaviour, Moment } from './behaviour.test.data.js'
import { startHostile, type Booked } from './hostileServer.test.data.js'
import type { Ended, OctospecProcesses } from './octospecProcesses.test.data.js'

/** What a run on a hostile target came to, as both sides saw it. */
export interface HostileRun extends Ended {
  readonly met: number
  readonly booked: readonly Booked[]
  readonly strayed: readonly string[]
  readonly broke: readonly string[]
}

/** Few checks that lead past the moment, and judge what they find there. */
const checks: Readonly<Record<Moment, readonly string[]>> = {
  first: ['availability.check-is-accepted', 'read.own-booking', 'read.equals-created'],
  reserve: ['reserve.creates-a-booking', 'reserve.takes-notes', 'reserve.notes-are-optional'],
  confirm: ['confirm.accepted', 'confirm.returns-same-booking', 'confirm.cancelled-refused'],
  list: ['list.accepted'],
  cancel: ['read.own-booking', 'read.equals-created'],
}

/** Where everything is declared, no default of octospec's can take the blame. */
const profileOf = (url: string, timeoutSeconds: number): string => `target:
  url: ${url}
  headers: { Authorization: Bearer reference-token-a }
bookable:
  - { as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }
operations:
  availability: { request: POST /availability, items: '', availabilityId: /id, body: { localDateStart: '{today+30}', localDateEnd: '{today+36}' } }
  reserve: { request: POST /bookings, idempotencyKey: body:/uuid, notes: body:/notes }
  confirm: { request: 'POST /bookings/{id}/confirm' }
  cancel: { request: 'POST /bookings/{id}/cancel', reason: body:/reason }
  get: { request: 'GET /bookings/{id}' }
  list: { request: GET /bookings, items: '', page: query:page, pageSize: query:pageSize, sortField: query:sortField, sortOrder: query:sortOrder, bookingType: query:bookingType }
booking: { id: /uuid, notes: /notes }
limits: { timeoutSeconds: ${timeoutSeconds} }
`

/** Runs octospec on a target that misbehaves so, from that moment. */
export async function hostileRun(
  behaviour: Behaviour,
  moment: Moment,
  processes: Pick<OctospecProcesses, 'run'>,
  alone = false,
): Promise<HostileRun> {
  const server = await startHostile(behaviour, moment)
  try {
    const { timeoutSeconds = 5, only = [] } = behaviour
    const profile = profileOf(server.url, timeoutSeconds)
    const chosen = [...checks[moment], ...only].flatMap((id) => ['--only', id])
    const argv = ['run', '--profile', 'target.yaml', '--out', 'out', '--report', 'json', '--effort', 'low', ...chosen]
    const ended = await processes.run(argv, profile, alone)
    if (ended !== null)
      return { ...ended, met: server.met(), booked: server.booked(), strayed: server.strayed(), broke: server.broke() }
  } finally {
    await server.close()
  }
  // On a target of its own: a run that was cut off has left bookings on the first one, which the next one cannot name.
  return hostileRun(behaviour, moment, processes, true)
}
