/** A file's name as people read it and headers carry it: no path, no control character. */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .toWellFormed()
      .replaceAll(/\p{C}|\uFFFD/gu, '')
      .trim()
      .slice(-150)
      .replace(/^\.+$/, '') || 'file'
  )
}
