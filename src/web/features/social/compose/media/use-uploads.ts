import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import type { Media } from '#contract/social/media.ts'
import { fits } from '#web/components/forms/file-kinds.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useUploadMedia } from '../../social.queries.ts'
import type { ComesAfter } from './in-order.ts'

export type Upload = {
  key: string
  /** In the order of choosing. */
  place: number
  file: File
  /** Bytes that have left, 0 to 1. At 1 the server checks the file. */
  share: number
  error: string | null
  abort: () => void
}

export const mediaKinds = 'image/*,video/*,.heic,.heif,.mov'

/** Uploads files, several at once. `onDone` gets each when the server has taken it. */
export function useUploads(onDone: (media: Media, comesAfter: ComesAfter) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const send = useUploadMedia()
  const count = useRef(0)
  const places = useRef(new Map<number, number>())
  const running = useRef(new Set<AbortController>())
  useEffect(() => {
    const all = running.current
    return () => {
      for (const control of all) control.abort()
    }
  }, [])

  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const drop = (key: string) => setUploads((now) => now.filter((one) => one.key !== key))

  const start = async (file: File, place = ++count.current) => {
    const key = `upload-${place}`
    const control = new AbortController()
    running.current.add(control)
    const entry: Upload = { key, place, file, share: 0, error: null, abort: () => control.abort() }
    setUploads((now) => [...now.filter((one) => one.key !== key), entry].sort((a, b) => a.place - b.place))
    try {
      const { media } = await send({
        file,
        signal: control.signal,
        onProgress: (share) => change(key, { share }),
      })
      // Ended in the moment that the answer came: the post that it was meant for is no longer open.
      if (control.signal.aborted) return drop(key)
      places.current.set(media.id, place)
      onDone(media, (id) => (places.current.get(id) ?? 0) > place)
      drop(key)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') drop(key)
      else change(key, { error: sentenceFor(error, { failed: t('social.compose.media.uploadFailed') }) })
    } finally {
      running.current.delete(control)
    }
  }

  return {
    uploads,
    busy: uploads.some(({ error }) => error === null),
    /** Why nothing may be sent yet: a file on its way, or one that failed and would be missing in the post. */
    left:
      uploads.length === 0
        ? null
        : uploads.some(({ error }) => error === null)
          ? ('uploads' as const)
          : ('uploadFailed' as const),
    add: (files: Iterable<File>) => {
      for (const file of files) {
        if (fits(file, mediaKinds)) void start(file)
        else toast.error(t('social.compose.media.wrongKind', { name: file.name }))
      }
    },
    retry: ({ file, place }: Upload) => void start(file, place),
    drop,
    /** Another post is opened: no file of this one may come into that. */
    stop: () => {
      for (const control of running.current) control.abort()
      setUploads([])
    },
  }
}
export type Uploads = ReturnType<typeof useUploads>

/** Files from the clipboard become files of the post; text is pasted as ever. */
export const pasteFiles = (uploads: Uploads) => (event: ClipboardEvent<HTMLElement>) => {
  const { files } = event.clipboardData
  if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
  event.preventDefault()
  uploads.add(files)
}
