import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'

/** All people of a campaign and the status of their message, as a file. */
export function ExportButton({ campaignId }: { campaignId: number }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await download(campaigns.exportCsv, `campaign-${campaignId}.csv`, { params: { id: campaignId } })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('campaigns.page.export.failed') }))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button
      size="small"
      icon={<Icon of={IconDownload} size="small" />}
      busy={saving && t('campaigns.saving')}
      onClick={() => void save()}
    >
      {t('campaigns.page.export.start')}
    </Button>
  )
}
