import { callerRules, type CallerRule } from '../../booking/callerRules.js'
import { accounts } from '../bookingReading.js'
import { contract, openSuite, type OperationName, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()

const changing = ['extend', 'update', 'confirm', 'cancel'] as const
const strangers = ['nobody', 'wrong'] as const
const needs = ['otherReseller']

/** By another reseller: an operation is refused, and has no effect. */
const foreign: Readonly<Record<string, CallerRule>> = {
  'isolation.get-of-foreign-booking': byOther('5/foreign-get-refused', 'refused', 'get'),
  ...Object.fromEntries(
    changing.flatMap((operation) => [
      [`isolation.${operation}-of-foreign-booking`, byOther(`5/foreign-${operation}-refused`, 'refused', operation)],
      [
        `isolation.foreign-${operation}-has-no-effect`,
        byOther(`5/foreign-${operation}-no-effect`, 'harmless', operation),
      ],
    ]),
  ),
  'isolation.list-hides-foreign-bookings': byOther('5/foreign-list-hidden', 'hidden', 'list'),
  'isolation.idempotency-keys': {
    ...byOther('5/foreign-key-isolated', 'own', 'reserve'),
    needs: [...needs, 'operations.reserve.idempotencyKey'],
  },
}

/** Nothing shows how strangers are known: they may have their own account, with nothing of the reseller's in it. */
const unknown: Readonly<Record<string, CallerRule>> = {
  ...Object.fromEntries(
    (['reserve', 'list', 'get', ...changing] as const).flatMap((operation) => {
      const kept = operation === 'reserve' ? 'apart' : operation === 'list' ? 'hidden' : 'refused'
      const by = [operation]
      return [
        [
          `isolation.${operation}-without-credentials`,
          { clause: `5/no-credentials-${operation}-refused`, callers: ['nobody'], kept, by },
        ],
        [
          `isolation.${operation}-with-wrong-credentials`,
          { clause: `5/wrong-credentials-${operation}-refused`, callers: ['wrong'], kept, by },
        ],
      ] satisfies [string, CallerRule][]
    }),
  ),
  'isolation.strangers-change-no-hold': byStrangers('extend', 'update'),
  'isolation.strangers-confirm-and-cancel-nothing': byStrangers('confirm', 'cancel'),
}

function byOther(clause: string, kept: CallerRule['kept'], operation: OperationName): CallerRule {
  return { clause, callers: ['other'], kept, by: [operation], needs }
}

function byStrangers(...by: readonly OperationName[]): CallerRule {
  return { clause: '5/no-credentials-no-effect', callers: strangers, kept: 'harmless', by }
}

const callers = { owner: 'reseller', accounts: { other: 'otherReseller.headers' }, secret: 'notes' } as const
callerRules(suite, accounts, contract, callers, { ...foreign, ...unknown })

export default suite
