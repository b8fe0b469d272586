import { NativeSelect } from '@mantine/core'
import type { SegmentCondition } from '#contract/growth/segment-rules.ts'
import type { SegmentMenus } from '#contract/growth/segments.ts'
import { t } from '#web/messages/t.ts'
import { Did } from './did.tsx'
import { ScopeLine } from './scope-line.tsx'
import { WhenFields } from './when-fields.tsx'

/** From which ad or post a person wrote, and when. */
export function AdFields({
  condition,
  menus,
  onChange,
}: {
  condition: Extract<SegmentCondition, { about: 'ad' }>
  menus: SegmentMenus | undefined
  onChange: (condition: SegmentCondition) => void
}) {
  return (
    <>
      <Did words="did" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
      <NativeSelect
        className="seg-campaign"
        aria-label={t('segments.ad')}
        value={condition.ad_id ?? ''}
        data={[{ value: '', label: t('segments.anyAd') }, ...adChoices(menus, condition.ad_id)]}
        onChange={({ currentTarget }) => onChange({ ...condition, ad_id: currentTarget.value || null })}
      />
      <ScopeLine condition={condition} onChange={onChange} />
      <WhenFields value={condition.when} onChange={(when) => onChange({ ...condition, when })} />
    </>
  )
}

/** The known ads, and the chosen one though nobody came from it for long. */
export function adChoices(
  menus: SegmentMenus | undefined,
  chosen: string | null | undefined,
): { value: string; label: string }[] {
  const ads = (menus?.ads ?? []).map(({ ad_id, name }) => ({ value: ad_id, label: name ?? ad_id }))
  return !chosen || ads.some(({ value }) => value === chosen)
    ? ads
    : [...ads, { value: chosen, label: chosen }]
}
