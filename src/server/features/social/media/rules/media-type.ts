/** What was found in a file beside its size; a video's are absent for a picture and the other way round. */
export type Probe = {
  fps?: number
  videoCodec?: string
  audioCodec?: string
  bitsPerSecond?: number
  /** EXIF, XMP, IPTC, a second picture, colours for print: removed before the file leaves. */
  metadata?: boolean
  /** Frames of an animated picture. */
  frames?: number
}

/** An uploaded file. Width and height are those of the upright picture. */
export type StoredMedia = {
  id: number
  kind: 'image' | 'video'
  mime: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
  fps: number | null
  hash: Buffer
  fileName: string
  /** Its bytes are gone from then on. */
  removedAt: Date | null
  probe: Probe
}

/** What a look into a file found. */
export type Probed = { width: number; height: number; durationMs: number | null; probe: Probe }
