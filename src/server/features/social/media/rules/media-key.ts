/** Where the store has the bytes: apart for each business, so that none learns what another has. */
export const mediaKey = (businessId: number, hash: Buffer): string =>
  `${businessId}/${hash.toString('hex', 0, 1)}/${hash.toString('hex')}`
