import type { DemoPerson } from './people.ts'
import type { Seeded } from './seeded.ts'

/** What is known of the business from day to day. */
export type Story = {
  seeded: Seeded
  people: DemoPerson[]
  taken: Set<string>
  orders: number
  campaigns: number
}
