/** A native library of 15 MB and 65 modules: they wait for the first picture. */
export async function openSharp() {
  const { default: sharp } = await import('sharp')
  // Pictures are read once: a cache would only hold their memory.
  sharp.cache(false)
  return sharp
}
