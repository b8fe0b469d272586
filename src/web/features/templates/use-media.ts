import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { templates } from '#contract/templates.ts'
import { keyOf, send } from '#web/api.ts'

/** The address of a kept header file for this page; undefined until it is here. */
export function useMediaUrl(mediaId: number | null | undefined): string | undefined {
  const file = useQuery({
    queryKey: keyOf(templates.getMedia, { params: { id: mediaId } }),
    queryFn: async () => {
      const response = await send(templates.getMedia, { params: { id: mediaId } })
      return response.ok ? await response.blob() : null
    },
    enabled: Boolean(mediaId),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  const blob = file.data
  useEffect(() => {
    if (!blob) {
      setUrl(undefined)
      return
    }
    const address = URL.createObjectURL(blob)
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [blob])
  return mediaId ? url : undefined
}
