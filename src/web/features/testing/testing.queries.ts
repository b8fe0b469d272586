import { useQueryClient } from '@tanstack/react-query'
import { templates } from '#contract/templates.ts'
import { keyOf } from '#web/net/api.ts'

/** What a new template changes on this screen: the templates that can be sent. */
export function useTemplateSubmitted(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: keyOf(templates.listMeta) })
}
