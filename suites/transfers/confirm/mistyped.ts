import { openSuite, type Suite } from '../vocabulary/index.js'
import { flaws, receipt } from './receipt.js'

const suite: Suite = openSuite()

flaws.refused(
  suite,
  receipt,
  ({ confirmed: control, flawed }) => ({
    control,
    flawed: flawed.filter(
      ({ flaw }) => flaw !== 'reference-mistyped' || control.exchange.input['reference'] !== undefined,
    ),
  }),
  ['get'],
)

flaws.changesNothing(
  suite,
  receipt,
  {
    id: 'confirm.mistyped-changes-nothing',
    clause: '7/refused-confirm-changes-nothing',
    title: 'a confirm that is refused for its inputs leaves the booking as it was',
    uses: ['get'],
  },
  ({ flawed }) => flawed,
)

export default suite
