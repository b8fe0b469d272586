import { IconX } from '@tabler/icons-react'
import type { SegmentCondition } from '#contract/growth/segment-rules.ts'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatList } from '#web/format/list.ts'
import { t } from '#web/messages/t.ts'

/** What a report said of the messages beside their campaign; it can be taken away. */
export function MessageScopeLine({
  condition,
  onChange,
}: {
  condition: Extract<SegmentCondition, { about: 'message' }>
  onChange: (condition: SegmentCondition) => void
}) {
  const { template, variant, code, ...whole } = condition
  const parts = [
    ...(template === undefined ? [] : [t('segments.scope.template', { template })]),
    ...(variant === undefined
      ? []
      : [t('segments.scope.variant', { variant: String.fromCharCode(64 + variant) })]),
    ...(code === undefined ? [] : [t('segments.scope.code', { code: String(code) })]),
  ]
  if (parts.length === 0) return null
  return (
    <span className="row n sm t2 seg-scope">
      {t('segments.onlyScope', { scope: formatList(parts) })}
      <IconButton size="small" label={t('segments.dropScope')} onClick={() => onChange(whole)}>
        <Icon of={IconX} size="small" />
      </IconButton>
    </span>
  )
}
