/** A sheet of A4 at 96 dots an inch; of A6 it is half. */
export const posterWidth = 794

/** The flags of the house on a string along the upper edge of a poster. */
export const posterFlags = Array.from({ length: 13 }, (_, at) => {
  // From -1 to 1 along the string, a parabola.
  const along = at / 6 - 1
  return {
    colour: at % 2 === 0 ? '#ffb940' : at % 4 === 1 ? '#171e2c' : '#d6d9df',
    x: posterWidth / 2 + along * (posterWidth / 2 - 21),
    y: 18 + 56 * (1 - along * along),
    turn: -along * 15,
  }
})
export const posterFlagPath = 'M-18 0h36v56l-18-14-18 14z'
export const posterStringPath = `M-10 18Q${posterWidth / 2} 130 ${posterWidth + 10} 18`
