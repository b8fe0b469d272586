/** Reads an answer to its end. @throws when it is longer than `most` bytes. */
export async function readText(answer: Response, most: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > most) throw new Error('the answer is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
