import { IconDownload, IconFile } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ChatFile, conversations } from '#contract/conversations.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatBytes } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'

/** The name and size of a file, and a button that saves it. */
export function Download({ file, name }: { file: ChatFile; name: string }) {
  const save = useMutation({
    mutationFn: () => download(conversations.file, name, { params: { id: file.id } }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('inbox.file.gone') })),
  })
  return (
    <div className="att-doc">
      <span className="att">
        <Icon of={IconFile} />
        <span>
          {name}
          {file.bytes === null ? null : <span className="sm t2 num"> {formatBytes(file.bytes)}</span>}
        </span>
      </span>
      <Button
        size="small"
        icon={<Icon of={IconDownload} size="small" />}
        busy={save.isPending && t('inbox.file.loading')}
        onClick={() => save.mutate()}
      >
        {t('inbox.file.save')}
      </Button>
    </div>
  )
}
