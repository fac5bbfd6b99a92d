import { readPointer, soonOf, type Answer, type Json, type Profile } from '../vocabulary/index.js'
import { closingOf, soonestFirst } from '../acts/soonestFirst.js'
import { placesAtEdge } from '../cancel/window.js'

/**
 * That there is room for fewer bookings of bookable.closing than a run makes whose window is to close at one time; null: there is enough, or
 * the availability check does not say how many places are left.
 */
export function soonRoom(checked: Answer, ahead: number | null, profile: Profile): string | null {
  const soon = soonOf(profile)
  if (soon === null) return null
  const closes = closingOf(checked, soon)
  const [first = ''] = soonestFirst(checked.freeAvailabilityIds, [checked], soon, ahead)
  const alike = checked.items.filter((item) => {
    const id = checked.availabilityIdOf(item)
    return id !== undefined && checked.freeAvailabilityIds.includes(id) && closes(id) === closes(first)
  })
  const places = [profile.operations.availability?.full?.at, '/vacancies'].filter((each) => each !== undefined)
  const rooms = alike.map((item) =>
    places.map((place) => readPointer<Json>(item, place)).find((each): each is number => Number.isInteger(each)),
  )
  const room = rooms.reduce<number>((sum, each) => sum + (each ?? placesAtEdge), 0)
  if (rooms.length === 0 || room >= placesAtEdge) return null
  return `bookable.closing: what closes soonest has room for ${room} ${room === 1 ? 'booking' : 'bookings'} (exchange ${checked.n}), and a run makes ${placesAtEdge} of it at a time, so that some of what it would see there is untested; do: name as bookable.closing something that has room for ${placesAtEdge}`
}
