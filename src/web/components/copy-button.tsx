import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../messages/t.ts'
import { Button } from './forms/button.tsx'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'

/** Copies `text`; says so for two seconds. `name` is what is copied: `Copy address`. */
export function CopyButton({ text, name = t('app.copy') }: { text: string; name?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      size="small"
      icon={<Icon of={copied ? IconCheck : IconCopy} size="small" />}
      onClick={async () => {
        try {
          await navigator.clipboard.writeText(text)
          setCopied(true)
        } catch (error) {
          // Without https the browser gives no clipboard.
          console.info(error)
          toast.error(t('app.copyRefused'))
        }
      }}
    >
      <span aria-live="polite">{copied ? t('app.copied') : name}</span>
    </Button>
  )
}
