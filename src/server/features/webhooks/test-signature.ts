import { randomBytes } from 'node:crypto'

/** Is stored in place of the form of a signature that we made ourselves, for the webhook tester. */
export const testSignature = 'test'

/** Says on the way through our own HTTP server which business sends a test; nobody outside can know one. */
export const testHeader = 'x-webhook-test'

export type TestDeliveries = {
  /** Runs a delivery with a word that works while it lasts. */
  during: <T>(businessId: number, deliver: (word: string) => Promise<T>) => Promise<T>
  /** The business behind a word. */
  businessOf: (word: unknown) => number | undefined
}

export function createTestDeliveries(): TestDeliveries {
  const open = new Map<string, number>()
  return {
    async during(businessId, deliver) {
      const word = randomBytes(24).toString('base64url')
      open.set(word, businessId)
      try {
        return await deliver(word)
      } finally {
        open.delete(word)
      }
    },
    businessOf: (word) => (typeof word === 'string' ? open.get(word) : undefined),
  }
}
