/** Reads "18.4914, 73.8213", or a link to a map that names the place in its address. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | undefined {
  const found =
    // The pin: the place after the @ is the middle of the screen. Of several the last is what was looked for.
    [...text.matchAll(/!3d(-?\d{1,2}(?:\.\d+)?)!4d(-?\d{1,3}(?:\.\d+)?)/g)].at(-1) ??
    /(?:@|[?&](?:q|ll|query|center|destination)=)(-?\d{1,2}(?:\.\d+)?)(?:,|%2C)\s*(-?\d{1,3}(?:\.\d+)?)/i.exec(
      text,
    ) ??
    /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text)
  if (!found) return undefined
  const [latitude, longitude] = [Number(found[1]), Number(found[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}
