/** Which phones a file has had so far: a million take 12 MB, a tenth of what a Set of them would. */
type PhoneSet = {
  /** Adds a number in E.164. @returns whether it is new. */
  add: (phone: string) => boolean
}

const fewestSlots = 4096
/** Slots to each number that is expected: at two thirds full, a number is found after a few looks. */
const slotsToANumber = 1.5
/** Beyond this it gets slow, and moves. */
const fullest = 0.75

/**
 * A hash set of numbers with open addressing; E.164 has at most 15 digits, which a double holds exactly.
 * @param expected numbers it has room for at once; more move it into a larger table, which for the moment of the
 *   move stands beside the old one.
 */
export function createPhoneSet(expected = 0): PhoneSet {
  let slots = new Float64Array(Math.max(fewestSlots, Math.ceil(expected * slotsToANumber)))
  let size = 0
  const insert = (table: Float64Array, value: number): boolean => {
    let at = mix(value) % table.length
    for (;;) {
      const there = table[at]
      if (there === value) return false
      if (there === 0) {
        table[at] = value
        return true
      }
      at = at + 1 === table.length ? 0 : at + 1
    }
  }
  return {
    add(phone) {
      if (!insert(slots, Number(phone.slice(1)))) return false
      size++
      if (size > slots.length * fullest) {
        const larger = new Float64Array(slots.length * 2)
        for (const value of slots) if (value !== 0) insert(larger, value)
        slots = larger
      }
      return true
    },
  }
}

/** Neighbouring numbers are common (a block of one provider); mixing spreads them over the table. */
function mix(value: number): number {
  let hash = (value | 0) ^ Math.imul((value / 0x100000000) | 0, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}
