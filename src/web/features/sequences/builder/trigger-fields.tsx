import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { SequenceTrigger } from '#contract/growth/sequences.ts'
import { CountInput } from '#web/components/forms/count-input.tsx'
import { Two } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'
import { useDateFields, useOptinForms, useSegments } from '../sequences.queries.ts'
import type { Edited } from './builder-state.ts'
import { TagInput } from './setting-fields.tsx'

type Props = { edited: Edited; error?: string | undefined; onChange: (change: Partial<Edited>) => void }
type On = SequenceTrigger['on']

const triggers: readonly On[] = [
  'tag',
  'form',
  'segment',
  'lead',
  'click',
  'conversion',
  'date',
  'handover',
  'hand',
]

function triggerOn(on: On): SequenceTrigger {
  switch (on) {
    case 'tag':
      return { on, tag: '' }
    case 'form':
      return { on, form_id: null }
    case 'segment':
      return { on, segment: 0 }
    case 'click':
      return { on, link: null }
    case 'conversion':
      return { on, event: null }
    case 'date':
      return { on, field: '', days: 0, yearly: true, at: '09:00' }
    default:
      return { on }
  }
}

export function TriggerFields({ edited, error, onChange }: Props) {
  const { trigger, again } = edited
  return (
    <>
      <Two>
        <NativeSelect
          label={t('sequences.builder.trigger')}
          value={trigger.on}
          data={triggers.map((on) => ({ value: on, label: t('sequences.triggerKind', { on }) }))}
          onChange={({ currentTarget: { value } }) => {
            const next = triggerOn(triggers.find((on) => on === value) ?? 'hand')
            // A birthday comes again each year.
            onChange({ trigger: next, ...(next.on === 'date' && { again: next.yearly }) })
          }}
        />
        <OfTrigger edited={edited} error={error} onChange={onChange} />
      </Two>
      {trigger.on === 'date' ? <DayFields trigger={trigger} onChange={onChange} /> : null}
      <Checkbox
        label={t('sequences.builder.again')}
        description={t('sequences.builder.againHint')}
        checked={again}
        onChange={({ currentTarget }) => onChange({ again: currentTarget.checked })}
      />
    </>
  )
}

/** What a trigger is about: which tag, form, link … */
function OfTrigger({ edited: { trigger }, error, onChange }: Props) {
  const forms = useOptinForms()
  const segments = useSegments()
  const fields = useDateFields()
  switch (trigger.on) {
    case 'tag':
      return (
        <TagInput
          label={t('sequences.tagName')}
          value={trigger.tag}
          error={error}
          onChange={(tag) => onChange({ trigger: { on: 'tag', tag } })}
        />
      )
    case 'form':
      return (
        <NativeSelect
          label={t('sequences.form')}
          value={trigger.form_id ?? ''}
          data={[
            { value: '', label: t('sequences.trigger.anyForm') },
            ...forms.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ trigger: { on: 'form', form_id: value ? Number(value) : null } })
          }
        />
      )
    case 'segment':
      return (
        <NativeSelect
          label={t('sequences.builder.segment')}
          description={t('sequences.builder.segmentHint')}
          value={trigger.segment || ''}
          error={error}
          data={[
            { value: '', label: t('sequences.builder.chooseSegment') },
            ...segments.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ trigger: { on: 'segment', segment: Number(value) } })
          }
        />
      )
    case 'date':
      return (
        <NativeSelect
          label={t('sequences.builder.dateField')}
          description={t('sequences.builder.dateFieldHint')}
          value={trigger.field}
          error={error}
          data={[
            { value: '', label: t('sequences.builder.chooseField') },
            ...[...new Set([...fields, trigger.field])].filter(Boolean),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ trigger: { ...trigger, field: value } })}
        />
      )
    case 'click':
      return (
        <TextInput
          label={t('sequences.builder.link')}
          description={t('sequences.triggerHint.click')}
          placeholder={t('sequences.builder.anyLink')}
          value={trigger.link ?? ''}
          maxLength={2000}
          inputMode="url"
          onChange={({ currentTarget: { value } }) =>
            onChange({ trigger: { on: 'click', link: value || null } })
          }
        />
      )
    case 'conversion':
      return (
        <TextInput
          label={t('sequences.builder.event')}
          description={t('sequences.triggerHint.conversion')}
          placeholder={t('sequences.builder.anyEvent')}
          value={trigger.event ?? ''}
          maxLength={100}
          onChange={({ currentTarget: { value } }) =>
            onChange({ trigger: { on: 'conversion', event: value || null } })
          }
        />
      )
    default:
      return <p className="t2 sm seq-note">{t(`sequences.triggerHint.${trigger.on}`)}</p>
  }
}

type OfDate = Extract<SequenceTrigger, { on: 'date' }>

function DayFields({ trigger, onChange }: { trigger: OfDate; onChange: Props['onChange'] }) {
  const { days } = trigger
  const set = (change: Partial<OfDate>) => onChange({ trigger: { ...trigger, ...change } })
  const side = days < 0 ? 'before' : days > 0 ? 'after' : 'on'
  return (
    <>
      <Two>
        <NativeSelect
          label={t('sequences.builder.side')}
          value={side}
          data={(['before', 'on', 'after'] as const).map((one) => ({
            value: one,
            label: t('sequences.builder.sideName', { side: one }),
          }))}
          onChange={({ currentTarget: { value } }) =>
            set({ days: value === 'on' ? 0 : (value === 'before' ? -1 : 1) * (Math.abs(days) || 1) })
          }
        />
        {days === 0 ? null : (
          <CountInput
            label={t('sequences.builder.days')}
            value={Math.abs(days)}
            min={1}
            max={365}
            onChange={(count) => set({ days: Math.sign(days) * count })}
          />
        )}
        <TextInput
          type="time"
          label={t('sequences.builder.dayAt')}
          description={t('sequences.builder.dayAtHint')}
          value={trigger.at}
          onChange={({ currentTarget }) => set({ at: currentTarget.value })}
        />
      </Two>
      <Checkbox
        label={t('sequences.builder.yearly')}
        checked={trigger.yearly}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ trigger: { ...trigger, yearly: checked }, again: checked })
        }
      />
    </>
  )
}
