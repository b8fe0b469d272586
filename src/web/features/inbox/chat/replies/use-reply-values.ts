import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '#contract/conversations.ts'
import { fields } from '#contract/leads/fields.ts'
import { firstName } from '#contract/text/first-name.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { queryFor } from '#web/net/api.ts'
import { useBusinessName } from '#web/session/me.ts'
import { useUser } from '#web/session/session.ts'
import { usePanelLead } from '../../inbox.queries.ts'
import { openVariables, replyVariables } from './reply-variables.ts'

/** What the variables of a quick reply stand for in a conversation, and whether a text still has one. */
export function useReplyValues({ lead_id, name }: Conversation) {
  const lead = usePanelLead(lead_id)?.lead
  const business = useBusinessName()
  const me = useUser()
  const own = useQuery(queryFor(fields.list)).data?.fields ?? []
  const known = lead?.name || name
  const names = [...replyVariables, ...own.map((field) => field.name)]
  return {
    values: {
      ...lead?.attributes,
      name: known,
      first_name: firstName(known),
      agent: me?.name ?? '',
      business,
    },
    /** Names what is still to be filled in. */
    isFilled: (text: string): boolean => {
      const open = openVariables(text, names)
      if (open.length > 0) toast.error(t('chat.fillIn', { names: open.join(', ') }))
      return open.length === 0
    },
  }
}
