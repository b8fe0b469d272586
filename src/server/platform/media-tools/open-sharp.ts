/** Decoded, a picture of 100 megapixels takes 300 MB; phones make up to 50. */
export const mostPixels = 100_000_000

/** sharp never decodes more pixels than we accept, whatever a header says. */
export const sharpOptions = { limitInputPixels: mostPixels, sequentialRead: true } as const

/** A native library of 15 MB and 65 modules: they wait for the first picture. */
export async function openSharp() {
  const { default: sharp } = await import('sharp')
  // Pictures are read once: a cache would only hold their memory.
  sharp.cache(false)
  return sharp
}
