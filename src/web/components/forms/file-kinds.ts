/** Whether a file is of a kind that `accept` names, by extension or by type. */
export function fits(file: { name: string; type: string }, accept: string): boolean {
  const kinds = accept.split(',').map((kind) => kind.trim().toLowerCase())
  return kinds.some((kind) => {
    if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind)
    if (kind.endsWith('/*')) return file.type.toLowerCase().startsWith(kind.slice(0, -1))
    return file.type.toLowerCase() === kind
  })
}
