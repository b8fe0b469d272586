import { useEffect, useState } from 'react'
import { templates } from '#contract/templates.ts'
import { useHeaderFile } from '#web/session/business.queries.ts'

/** The address of a kept header file for this page; undefined until it is here. */
export function useMediaUrl(mediaId: number | null | undefined): string | undefined {
  return useFileUrl(templates.getMedia, mediaId)
}

/** The same for the picture of a template's header that only WhatsApp has. */
export function useSampleUrl(templateId: number | null | undefined): string | undefined {
  return useFileUrl(templates.headerSample, templateId)
}

function useFileUrl(
  endpoint: typeof templates.getMedia | typeof templates.headerSample,
  id: number | null | undefined,
): string | undefined {
  const file = useHeaderFile(endpoint, id)
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
  return id ? url : undefined
}
