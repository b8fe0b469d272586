import { IconDownload, IconEraser } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Lead } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { leadErrors } from '../lead-errors.ts'
import { useDownloadPerson, useErasePerson } from '../leads.queries.ts'

/** Downloads everything that is stored about a person, or erases it. */
export function PersonRights({ lead, name }: { lead: Lead; name: string }) {
  const navigate = useNavigate()
  const save = useDownloadPerson(lead.id, {
    onError: (error) => toast.error(sentenceFor(error, leadErrors.export())),
  })
  const erase = useErasePerson(lead.id, {
    onSuccess: () => {
      toast.success(t('leads.person.erased'))
      return navigate('/lead-generator')
    },
    onError: (error) => toast.error(sentenceFor(error, leadErrors.change())),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('leads.person.eraseTitle', { name }),
      consequence: t('leads.person.eraseConsequence'),
      confirm: t('leads.person.erase'),
      cancel: t('leads.person.keepPerson'),
    })
    if (sure) erase.mutate()
  }
  return (
    <div className="well mt6">
      <h2>{t('leads.person.data')}</h2>
      <p className="sm t2 mt1">{t('leads.person.dataHint')}</p>
      <div className="row mt3">
        <Button
          size="small"
          icon={<Icon of={IconDownload} size="small" />}
          busy={save.isPending && t('leads.person.downloading')}
          onClick={() => save.mutate()}
        >
          {t('leads.person.download')}
        </Button>
        <Button
          size="small"
          kind="danger"
          icon={<Icon of={IconEraser} size="small" />}
          busy={erase.isPending && t('leads.person.erasing')}
          onClick={() => void ask()}
        >
          {t('leads.person.erase')}
        </Button>
      </div>
    </div>
  )
}
