import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'

/** Everybody of a campaign and what became of their message, as a file. */
export function ExportButton({ campaignId }: { campaignId: number }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await download(campaigns.exportCsv, `campaign-${campaignId}.csv`, { params: { id: campaignId } })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: 'The file could not be made. Try again.' }))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button
      size="small"
      icon={<Icon of={IconDownload} size="small" />}
      busy={saving && 'Saving...'}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  )
}
