import { found, openSuite, type Suite } from '../vocabulary/index.js'
import { flaws, receipt } from './receipt.js'

const suite: Suite = openSuite()

flaws.refused(
  suite,
  receipt,
  (data) => {
    const receipted = found(data.receipted)
    return {
      control: receipted?.confirmed ?? null,
      flawed: (receipted?.flawed ?? []).filter(
        ({ flaw }) => flaw !== 'reference-mistyped' || receipted?.confirmed.exchange.input['reference'] !== undefined,
      ),
    }
  },
  ['confirm', 'get'],
)

flaws.changesNothing(
  suite,
  receipt,
  {
    id: 'confirm.mistyped-changes-nothing',
    clause: '7/refused-confirm-changes-nothing',
    title: 'a confirm that is refused for its inputs leaves the booking as it was',
    uses: ['confirm', 'get'],
  },
  ({ receipted }) => found(receipted)?.flawed ?? [],
)

export default suite
