import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Looked for each time: an installation needs no restart of the server. */
const believedMs = 20_000
let last: { path: string; at: number; found: string | undefined } | undefined

/** The `ffmpeg` of the PATH; undefined where it is not installed. */
export function findFfmpeg(): string | undefined {
  const path = process.env.PATH ?? ''
  if (last && last.path === path && performance.now() - last.at < believedMs) return last.found
  const found = path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'ffmpeg'))
    .find(isExecutable)
  last = { path, at: performance.now(), found }
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
