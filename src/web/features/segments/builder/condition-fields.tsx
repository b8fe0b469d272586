import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import {
  type FieldTest,
  type SegmentCondition,
  type TextTest,
  testsWithoutValue,
} from '#contract/growth/segment-rules.ts'
import type { SegmentMenus } from '#contract/growth/segments.ts'
import { sourceName } from '#web/features/leads/leads.ts'
import { t } from '#web/messages/t.ts'
import { useLeadTags } from '#web/session/business.queries.ts'
import { AdFields } from './ad-fields.tsx'
import { ConversionFields } from './conversion-fields.tsx'
import { Did } from './did.tsx'
import { testsOf, textTests } from './kinds.ts'
import { ScopeLine } from './scope-line.tsx'
import { UntilNowFields, WhenFields } from './when-fields.tsx'

type Props<About extends SegmentCondition['about'] = SegmentCondition['about']> = {
  condition: Extract<SegmentCondition, { about: About }>
  menus: SegmentMenus | undefined
  onChange: (condition: SegmentCondition) => void
}

/** How a condition is tested, and with what. */
export function ConditionFields({ condition, menus, onChange }: Props) {
  switch (condition.about) {
    case 'tag':
      return <TagFields condition={condition} menus={menus} onChange={onChange} />
    case 'text':
      return (
        <>
          <Test
            tests={textTests}
            value={condition.is}
            onChange={(is) => onChange({ ...condition, is: is as TextTest })}
          />
          {testsWithoutValue.includes(condition.is) ? null : (
            <TextInput
              aria-label={t('segments.value')}
              value={condition.value}
              maxLength={200}
              onChange={({ currentTarget }) => onChange({ ...condition, value: currentTarget.value })}
            />
          )}
        </>
      )
    case 'field':
      return <FieldFields condition={condition} menus={menus} onChange={onChange} />
    case 'consent':
      return (
        <>
          <Did words="is" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
          <NativeSelect
            aria-label={t('segments.value')}
            value={condition.consent}
            data={(['opted_in', 'opted_out', 'none'] as const).map((one) => ({
              value: one,
              label: t(`segments.consents.${one}`),
            }))}
            onChange={({ currentTarget }) =>
              onChange({
                about: 'consent',
                did: condition.did,
                consent: currentTarget.value as typeof condition.consent,
              })
            }
          />
          {condition.consent === 'none' ? null : (
            <WhenFields
              value={condition.when ?? null}
              onChange={(when) => onChange({ ...condition, when: when ?? undefined })}
            />
          )}
        </>
      )
    case 'reachable':
      return (
        <>
          <Did
            words="yes"
            value={condition.did}
            onChange={(did) => onChange({ ...condition, did, days: null })}
          />
          {condition.did ? null : (
            <NativeSelect
              aria-label={t('segments.value')}
              value={condition.days ?? ''}
              data={[
                { value: '', label: t('segments.unreachableNow') },
                ...[...new Set([30, 90, 180, condition.days ?? 30])].map((days) => ({
                  value: String(days),
                  label: t('segments.unreachableFor', { days }),
                })),
              ]}
              onChange={({ currentTarget }) =>
                onChange({ ...condition, days: Number(currentTarget.value) || null })
              }
            />
          )}
        </>
      )
    case 'source':
      return (
        <>
          <Did words="is" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
          <MultiSelect
            aria-label={t('segments.value')}
            className="seg-vals"
            value={condition.sources}
            data={[...new Set([...(menus?.sources ?? []), ...condition.sources])].map((one) => ({
              value: one,
              label: sourceName(one),
            }))}
            onChange={(sources) => onChange({ ...condition, sources })}
          />
        </>
      )
    case 'added':
      return (
        <>
          <Did words="was" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
          <WhenFields
            value={condition.when}
            onChange={(when) => when && onChange({ ...condition, when })}
            required
          />
        </>
      )
    case 'converted':
      return <ConversionFields condition={condition} menus={menus} onChange={onChange} />
    case 'ad':
      return <AdFields condition={condition} menus={menus} onChange={onChange} />
    case 'wrote':
      return (
        <>
          <Did words="did" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
          <UntilNowFields value={condition.when} onChange={(when) => onChange({ ...condition, when })} />
        </>
      )
    case 'message':
      return <MessageFields condition={condition} menus={menus} onChange={onChange} />
    case 'conversation':
      return (
        <>
          <Did words="has" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
          <NativeSelect
            aria-label={t('segments.value')}
            value={condition.state}
            data={(['any', 'open', 'snoozed', 'closed'] as const).map((one) => ({
              value: one,
              label: t(`segments.states.${one}`),
            }))}
            onChange={({ currentTarget }) =>
              onChange({ ...condition, state: currentTarget.value as typeof condition.state })
            }
          />
        </>
      )
    case 'optin':
      return (
        <>
          <Did words="did" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
          <NativeSelect
            aria-label={t('segments.form')}
            value={condition.form_id ?? ''}
            data={[
              { value: '', label: t('segments.anyForm') },
              ...(menus?.forms ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) =>
              onChange({ ...condition, form_id: Number(currentTarget.value) || null })
            }
          />
          <WhenFields value={condition.when} onChange={(when) => onChange({ ...condition, when })} />
        </>
      )
  }
}

function TagFields({ condition, onChange }: Props<'tag'>) {
  const known = useLeadTags().data?.tags.map(({ tag }) => tag) ?? []
  return (
    <>
      <NativeSelect
        aria-label={t('segments.test')}
        value={condition.is}
        data={(['any', 'all', 'none'] as const).map((one) => ({
          value: one,
          label: t(`segments.tags.${one}`),
        }))}
        onChange={({ currentTarget }) =>
          onChange({ ...condition, is: currentTarget.value as typeof condition.is })
        }
      />
      <TagsInput
        className="seg-vals"
        aria-label={t('segments.value')}
        placeholder={condition.tags.length > 0 ? undefined : t('segments.chooseTags')}
        data={known}
        value={condition.tags}
        maxTags={50}
        onChange={(tags) => onChange({ ...condition, tags })}
      />
    </>
  )
}

function FieldFields({ condition, menus, onChange }: Props<'field'>) {
  const field = menus?.fields.find(({ name }) => name === condition.name)
  const tests = testsOf(field?.kind)
  const { is, value } = condition
  const set = (change: { is?: FieldTest; value?: string }) => onChange({ ...condition, ...change })
  const choices =
    field?.kind === 'yes_no'
      ? ['yes', 'no'].map((one) => ({ value: one, label: t(one === 'yes' ? 'segments.yes' : 'segments.no') }))
      : field?.choices.map((one) => ({ value: one, label: one }))
  return (
    <>
      <Test
        tests={tests.includes(is) ? tests : [...tests, is]}
        value={is}
        onChange={(next) => set({ is: next })}
      />
      {testsWithoutValue.includes(is) ? null : choices && choices.length > 0 ? (
        <NativeSelect
          aria-label={t('segments.value')}
          value={value}
          data={choices}
          onChange={({ currentTarget }) => set({ value: currentTarget.value })}
        />
      ) : (
        <TextInput
          aria-label={t('segments.value')}
          value={value}
          maxLength={200}
          type={field?.kind === 'date' ? 'date' : 'text'}
          inputMode={field?.kind === 'number' ? 'decimal' : undefined}
          onChange={({ currentTarget }) => set({ value: currentTarget.value })}
        />
      )}
    </>
  )
}

function MessageFields({ condition, menus, onChange }: Props<'message'>) {
  const campaigns = menus?.campaigns ?? []
  const links = campaigns.find(({ id }) => id === condition.campaign_id)?.links ?? []
  return (
    <>
      <Did words="did" value={condition.did} onChange={(did) => onChange({ ...condition, did })} />
      <NativeSelect
        className="seg-campaign"
        aria-label={t('segments.campaign')}
        value={condition.campaign_id ?? ''}
        data={[
          { value: '', label: t('segments.anyMessage') },
          ...campaigns.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...condition, campaign_id: Number(currentTarget.value) || null, link: null })
        }
      />
      {condition.deed === 'clicked' && links.length > 1 ? (
        <NativeSelect
          className="seg-campaign"
          aria-label={t('segments.link')}
          value={condition.link ?? ''}
          data={[
            { value: '', label: t('segments.anyLink') },
            ...links.map((link, nr) => ({ value: String(nr), label: link.replace(/^https?:\/\//, '') })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...condition, link: value === '' ? null : Number(value) })
          }
        />
      ) : null}
      <ScopeLine condition={condition} onChange={onChange} />
      <WhenFields value={condition.when} onChange={(when) => onChange({ ...condition, when })} />
    </>
  )
}

function Test({
  tests,
  value,
  onChange,
}: {
  tests: readonly FieldTest[]
  value: FieldTest
  onChange: (test: FieldTest) => void
}) {
  return (
    <NativeSelect
      aria-label={t('segments.test')}
      value={value}
      data={tests.map((one) => ({ value: one, label: t(`segments.tests.${one}`) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as FieldTest)}
    />
  )
}
