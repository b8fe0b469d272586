import { IconDownload, IconEraser } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Lead } from '#contract/leads.ts'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { call, keyOf, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { leadWords, useLeadsChanged } from '../leads.queries.ts'

/** What a person may ask for: everything that is stored about them, and to be erased. */
export function PersonRights({ lead, name }: { lead: Lead; name: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const changed = useLeadsChanged()
  const params = { id: lead.id }
  const save = useMutation({
    mutationFn: () => download(privacy.personData, `lead-${lead.id}-data.json`, { params }),
    onError: (error) => toast.error(sentenceFor(error, { failed: 'The file could not be made. Try again.' })),
  })
  const erase = useMutation({
    mutationFn: () => call(privacy.erase, { params, body: { confirm: true } }),
    onSuccess: async () => {
      toast.success('Person erased')
      navigate('/lead-generator')
      queries.removeQueries({ queryKey: keyOf(leads.get, { params }) })
      await Promise.all([changed(), queries.invalidateQueries({ queryKey: keyOf(privacy.erasures) })])
    },
    onError: (error) => toast.error(sentenceFor(error, leadWords.change)),
  })
  const ask = async () => {
    const sure = await confirm({
      title: `Erase ${name}?`,
      consequence:
        'We remove their details, consent, replies, messages and webhooks for good. Campaign counts stay. They stay opted out, also when you add their number again. You cannot undo this.',
      confirm: 'Erase this person',
      cancel: 'Keep them',
    })
    if (sure) erase.mutate()
  }
  return (
    <div className="well mt6">
      <h2>Their data</h2>
      <p className="sm t2 mt1">Use this when a person asks for their data, or asks you to erase it.</p>
      <div className="row mt3">
        <Button
          size="small"
          icon={<Icon of={IconDownload} size="small" />}
          busy={save.isPending && 'Downloading...'}
          onClick={() => save.mutate()}
        >
          Download everything we store
        </Button>
        <Button
          size="small"
          kind="danger"
          icon={<Icon of={IconEraser} size="small" />}
          busy={erase.isPending && 'Erasing...'}
          onClick={() => void ask()}
        >
          Erase this person
        </Button>
      </div>
    </div>
  )
}
