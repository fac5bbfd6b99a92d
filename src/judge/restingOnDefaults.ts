import type { Exchange } from '../client/exchange.js'
import type { Profile } from '../profile/profile.js'
import type { Judgement } from '../suite/judgement.js'
import type { Pack } from '../suite/pack.js'

/** A failure that a refusal shows rests on every default of ours that was in the refused request, whatever the check says of it. */
export function restingOnDefaults(
  judgement: Judgement,
  exchangeOf: (n: number) => Exchange | undefined,
  { profile, registry }: { readonly profile: Profile; readonly registry: Pick<Pack, 'answer' | 'defaults'> },
): Judgement {
  if (judgement.outcome !== 'fail') return judgement
  return {
    outcome: 'fail',
    findings: judgement.findings.map((finding) => {
      const exchange = finding.exchange === null ? undefined : exchangeOf(finding.exchange)
      if (exchange === undefined) return finding
      const answer = registry.answer(exchange, profile)
      const pointer = finding.pointer === null ? null : answer.inBody(finding.pointer)
      return answer.accepted
        ? { ...finding, pointer }
        : { ...finding, pointer, restsOn: [...(finding.restsOn ?? []), ...registry.defaults.sent(answer)] }
    }),
  }
}
