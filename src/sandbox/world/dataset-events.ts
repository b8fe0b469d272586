/** An event that a dataset holds; an event of the same name and id is held once. */
export type HeldEvent = {
  name: string
  eventId: string
  time: number
  clickId: string
  value: number | null
  currency: string | null
}
