import { idText, type Finding, type Json, type FindingText } from '../../src/suite/index.js'
import type { TransferAnswer } from './answer.js'
import { bookingPointer, readBooking, type BookingField } from './bookingFields.js'

/** A booking as an answer shows it: one of a list, or what the answer is. */
export class ShownBooking {
  readonly answer: TransferAnswer
  readonly json: Json
  readonly #index: number | null

  /** @param index of one of a list */
  constructor(answer: TransferAnswer, json: Json, index: number | null) {
    this.answer = answer
    this.json = json
    this.#index = index
  }

  /** Where it stands in what the answer is. */
  get pointer(): string {
    return this.#index === null ? '' : this.answer.itemPlace(this.#index)
  }

  /** undefined: it shows none. */
  get id(): string | undefined {
    return idText(this.read('id'))
  }

  /** A field of it; undefined: it is not there. */
  read(field: BookingField): Json | undefined {
    return readBooking(this.answer.profile, this.json, field)
  }

  /** Where a field of it stands in what the answer is. */
  place(field: BookingField): string {
    return `${this.pointer}${bookingPointer(this.answer.profile, field) ?? ''}`
  }

  /** A finding at a field of it: what it has there was received. */
  finding(field: BookingField, said: FindingText): Finding {
    return { received: this.read(field) ?? null, field, ...said, exchange: this.answer.n, pointer: this.place(field) }
  }
}
