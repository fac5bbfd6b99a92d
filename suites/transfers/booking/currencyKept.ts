import {
  askedForPricing,
  bookingAbout,
  bookingPointer,
  describeValue,
  failAt,
  judgedIfAny,
  openSuite,
  pass,
  wants,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { course } = suite

const shown = ['reserve', 'get', 'extend', 'confirm', 'cancel']

// Of every booking of the run, in whatever currency it is and of whatever product: the scenarios of single operations have one each.
course({
  id: 'booking.keeps-its-currency',
  clause: '4.2/currency-kept',
  title:
    'a booking that was not updated is shown in the currency in which it was reserved, whatever else was done to it',
  of: ['get'],
  judge: (answers) => {
    const own = answers.filter((answer) => answer.accepted && answer.exchange.as === 'reseller')
    return judgedIfAny(
      own
        .filter((answer) => answer.exchange.purpose === 'reserve' && isTold(answer))
        .flatMap((reserved) => judgeKept(reserved, own)),
    )
  },
})

/** Judges what follows a reservation until the booking is updated, which may move it to what is priced otherwise. */
function judgeKept(reserved: Answer, own: readonly Answer[]): readonly Judgement[] {
  const id = bookingAbout(reserved)
  const later = own.slice(own.indexOf(reserved) + 1).filter((each) => bookingAbout(each) === id)
  const end = later.findIndex(({ exchange }) => exchange.purpose === 'update')
  const currency = reserved.read('currency') ?? null
  return later
    .slice(0, end === -1 ? later.length : end)
    .filter(
      (each) => shown.includes(each.exchange.purpose) && isTold(each) && each.exchange.input['currency'] === undefined,
    )
    .map((each) =>
      each.read('currency') === currency
        ? pass
        : failAt(each, bookingPointer(each.profile, 'currency') ?? '', {
            message: `${each.exchange.purpose} shows the booking in ${describeValue(each.read('currency'))}, and it was reserved in ${describeValue(currency)} (exchange ${reserved.n})`,
            ...wants.value(currency),
            field: 'currency',
            before: { exchange: reserved.n, value: currency },
            restsOn: ['booking.pricing.currency'],
            steps: [reserved.n, each.n],
          }),
    )
}

/** Another type than a text is for the checks of fields to say. */
function isTold(answer: Answer): boolean {
  return askedForPricing(answer.exchange) && typeof answer.read('currency') === 'string'
}

export default suite
