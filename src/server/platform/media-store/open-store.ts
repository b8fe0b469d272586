import { openFolderStore } from './folder-store.ts'
import type { MediaStore } from './media-store.ts'

/** Where uploaded media are kept. */
export type MediaPlace = { folder: string }

export function openMediaStore(place: MediaPlace): MediaStore {
  return openFolderStore(place.folder)
}
