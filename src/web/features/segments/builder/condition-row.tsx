import { NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SegmentCondition } from '#contract/growth/segment-rules.ts'
import type { SegmentMenus } from '#contract/growth/segments.ts'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { ConditionFields } from './condition-fields.tsx'
import { firstOf, kindMenu, kindOf } from './kinds.ts'

/** One condition: what it is about, how it is tested, and with what. */
export function ConditionRow({
  condition,
  menus,
  count,
  onChange,
  onRemove,
}: {
  condition: SegmentCondition
  menus: SegmentMenus | undefined
  /** How many it finds alone. */
  count?: ReactNode
  onChange: (condition: SegmentCondition) => void
  onRemove: () => void
}) {
  const kind = kindOf(condition)
  return (
    <>
      <div className="seg-fields">
        <NativeSelect
          aria-label={t('segments.about')}
          value={kind}
          data={kindMenu(menus, kind)}
          onChange={({ currentTarget }) => onChange(firstOf(currentTarget.value, menus))}
        />
        <ConditionFields condition={condition} menus={menus} onChange={onChange} />
      </div>
      {count}
      <IconButton className="seg-x" label={t('segments.removeFilter')} onClick={onRemove}>
        <Icon of={IconX} size="small" />
      </IconButton>
    </>
  )
}
