/** Whether a file of the post was chosen after the one that has just arrived. */
export type ComesAfter = (mediaId: number) => boolean

/** Puts a file where it was chosen: uploads end in any order, and the order of a carousel is the person's choice. */
export function inOrder<T extends { id: number }>(files: readonly T[], file: T, comesAfter: ComesAfter): T[] {
  const at = files.findIndex(({ id }) => comesAfter(id))
  return at < 0 ? [...files, file] : files.toSpliced(at, 0, file)
}
