import { join } from 'node:path'
import { StartError } from '../errors.ts'
import { openFolderStore } from './folder-store.ts'
import { type MediaStore, MediaStoreFailed } from './media-store.ts'
import type { S3Place } from './s3-store.ts'

/** Where uploaded media are kept. */
export type MediaPlace = { folder: string } | { s3: S3Place }

/** Reads `MEDIA_STORE`: a folder, or `s3://bucket/prefix?region=…&endpoint=…`. Undefined where it is neither. */
export function readMediaStore(
  text: string,
  credentials?: { accessKeyId: string; secretAccessKey: string },
): MediaPlace | undefined {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(text)) return { folder: text }
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, pathname, searchParams } = new URL(text)
  const endpoint = searchParams.get('endpoint') ?? undefined
  const isKnown = [...searchParams.keys()].every((name) => name === 'region' || name === 'endpoint')
  if (protocol !== 's3:' || !hostname || !isKnown || (endpoint && !/^https?:\/\//.test(endpoint))) {
    return undefined
  }
  const folder = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return {
    s3: {
      bucket: hostname,
      prefix: folder && `${folder}/`,
      region: searchParams.get('region') ?? 'us-east-1',
      endpoint,
      credentials,
    },
  }
}

/** @throws StartError where a bucket refuses us: a wrong key or name is found at the start, not at the first upload. */
export async function openMediaStore(place: MediaPlace, dataDir: string): Promise<MediaStore> {
  if ('folder' in place) return openFolderStore(place.folder)
  // The SDK takes 30 MB of memory: only who uses it loads it.
  const { openS3Store } = await import('./s3-store.ts')
  const store = openS3Store(place.s3, join(dataDir, 'media-incoming'))
  await store.has('start').catch((error: unknown) => {
    // A store that is down comes back; uploads say so until then.
    if (!(error instanceof MediaStoreFailed) || error.reason !== 'refused') return
    store.close()
    throw new StartError(
      `The bucket ${place.s3.bucket} of MEDIA_STORE refuses us: ${String(error.cause)}. Check the bucket, the region, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  })
  return store
}
