import { NativeSelect, NumberInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { TrialMeasure, variantsMax } from '#contract/campaigns/trials.ts'
import type { LocalTemplate } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Two } from '#web/components/forms/field.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Section } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import type { DraftState, TrialState } from '../form/draft-state.ts'
import type { DraftCall } from '../form/use-draft.ts'
import { TrialVersion } from './trial-version.tsx'
import './trial.css'

/** How long results are waited for, in minutes. */
const waits = [30, 60, 240, 720, 1440, 2880, 4320]

type Props = {
  draft: DraftState
  templates: readonly LocalTemplate[]
  input: DraftCall | null
  errors: Readonly<Record<string, string>>
  onChange: (changes: Partial<DraftState>) => void
}

/** Everybody at once, a pilot, or an A/B test. */
export function TrialStep({ draft, templates, input, errors, onChange }: Props) {
  const { trial } = draft
  const set = (changes: Partial<TrialState>) => onChange({ trial: { ...trial, ...changes } })
  const setVariant = (index: number, variant: TrialState['variants'][number]) =>
    set({ variants: trial.variants.map((one, place) => (place === index ? variant : one)) })
  return (
    <Section number={4} title={t('campaigns.trial.form.title')}>
      <Segmented
        label={t('campaigns.trial.form.title')}
        choices={[
          { value: 'none', name: t('campaigns.trial.form.none') },
          { value: 'pilot', name: t('campaigns.trial.form.pilot') },
          { value: 'test', name: t('campaigns.trial.form.test') },
        ]}
        value={trial.kind}
        onChange={(kind) =>
          set({ kind, ...(kind === 'test' && trial.variants.length === 0 && { variants: [emptyVariant] }) })
        }
      />
      <p className="sm t2 mt2">{t(`campaigns.trial.form.help.${trial.kind}`)}</p>
      {trial.kind === 'pilot' ? <Pilot trial={trial} errors={errors} set={set} /> : null}
      {trial.kind === 'test' ? (
        <>
          {trial.variants.map((variant, index) => (
            <TrialVersion
              // biome-ignore lint/suspicious/noArrayIndexKey: a version is its place
              key={index}
              index={index}
              variant={variant}
              templates={templates}
              input={input}
              errors={errors}
              onChange={(next) => setVariant(index, next)}
              onRemove={
                trial.variants.length > 1
                  ? () => set({ variants: trial.variants.filter((_, place) => place !== index) })
                  : undefined
              }
            />
          ))}
          {trial.variants.length < variantsMax - 1 ? (
            <Button
              size="small"
              className="mt3"
              icon={<Icon of={IconPlus} size="small" />}
              onClick={() => set({ variants: [...trial.variants, emptyVariant] })}
            >
              {t('campaigns.trial.form.add')}
            </Button>
          ) : null}
          <Test trial={trial} errors={errors} set={set} />
        </>
      ) : null}
    </Section>
  )
}

const emptyVariant = { templateId: null, fillings: {}, customMessage: '', laterMinutes: 0 }

type Part = {
  trial: TrialState
  errors: Readonly<Record<string, string>>
  set: (changes: Partial<TrialState>) => void
}

function Pilot({ trial, errors, set }: Part) {
  return (
    <div className="trial-fields mt4">
      <Two>
        <NativeSelect
          label={t('campaigns.trial.form.pilotIn')}
          value={trial.pilotIn}
          data={(['people', 'percent'] as const).map((value) => ({
            value,
            label: t(`campaigns.trial.form.pilotAs.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            set({ pilotIn: currentTarget.value === 'percent' ? 'percent' : 'people' })
          }
        />
        {trial.pilotIn === 'percent' ? (
          <Percent
            label={t('campaigns.trial.form.share')}
            value={trial.percent}
            error={errors['trial.percent']}
            onChange={(percent) => set({ percent: percent ?? 0 })}
          />
        ) : (
          <NumberInput
            label={t('campaigns.trial.form.people')}
            value={trial.people}
            min={1}
            max={1_000_000}
            allowDecimal={false}
            hideControls
            error={errors['trial.people']}
            onChange={(people) => set({ people: Number(people) })}
          />
        )}
      </Two>
      <Two>
        <NativeSelect
          label={t('campaigns.trial.form.afterPilot')}
          value={trial.pilotDecide}
          data={(['owner', 'bounds'] as const).map((value) => ({
            value,
            label: t(`campaigns.trial.form.pilotDecide.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            set({ pilotDecide: currentTarget.value === 'bounds' ? 'bounds' : 'owner' })
          }
        />
      </Two>
      {trial.pilotDecide === 'bounds' ? (
        <>
          <Two>
            <Measure trial={trial} errors={errors} set={set} />
            <Percent
              label={t('campaigns.trial.form.minRate')}
              value={trial.minRate}
              error={errors['trial.min_rate'] ?? errors.trial}
              onChange={(minRate) => set({ minRate })}
            />
          </Two>
          <Two>
            <Percent
              label={t('campaigns.trial.form.maxFailed')}
              value={trial.maxFailed}
              error={errors['trial.max_failed']}
              onChange={(maxFailed) => set({ maxFailed })}
            />
            <Percent
              label={t('campaigns.trial.form.maxBlocked')}
              value={trial.maxBlocked}
              tenths
              error={errors['trial.max_blocked']}
              onChange={(maxBlocked) => set({ maxBlocked })}
            />
          </Two>
          <Two>
            <Percent
              label={t('campaigns.trial.form.maxOptedOut')}
              value={trial.maxOptedOut}
              tenths
              error={errors['trial.max_opted_out']}
              onChange={(maxOptedOut) => set({ maxOptedOut })}
            />
            <After trial={trial} errors={errors} set={set} />
          </Two>
        </>
      ) : null}
    </div>
  )
}

function Test({ trial, errors, set }: Part) {
  return (
    <div className="trial-fields mt4">
      <Two>
        <Percent
          label={t('campaigns.trial.form.percent')}
          value={trial.percent}
          error={errors['trial.percent']}
          onChange={(percent) => set({ percent: percent ?? 0 })}
        />
        <Measure trial={trial} errors={errors} set={set} />
      </Two>
      <Two>
        <After trial={trial} errors={errors} set={set} />
        <NativeSelect
          label={t('campaigns.trial.form.rest')}
          value={trial.testDecide}
          data={(['clear', 'best', 'owner'] as const).map((value) => ({
            value,
            label: t(`campaigns.trial.form.testDecide.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            set({ testDecide: currentTarget.value as TrialState['testDecide'] })
          }
        />
      </Two>
    </div>
  )
}

function Measure({ trial, errors, set }: Part) {
  return (
    <NativeSelect
      label={t('campaigns.trial.form.measure')}
      value={trial.measure}
      error={errors['trial.measure']}
      data={TrialMeasure.options.map((value) => ({
        value,
        label: t(`campaigns.trial.form.measures.${value}`),
      }))}
      onChange={({ currentTarget }) => set({ measure: currentTarget.value as TrialMeasure })}
    />
  )
}

function After({ trial, errors, set }: Part) {
  const known = waits.includes(trial.afterMinutes)
    ? waits
    : [...waits, trial.afterMinutes].sort((a, b) => a - b)
  return (
    <NativeSelect
      label={t('campaigns.trial.form.after')}
      value={trial.afterMinutes}
      error={errors['trial.after_minutes']}
      data={known.map((minutes) => ({
        value: String(minutes),
        label:
          minutes < 60
            ? t('campaigns.trial.form.minutes', { count: minutes })
            : t('campaigns.trial.form.hours', { count: Math.round(minutes / 60) }),
      }))}
      onChange={({ currentTarget }) => set({ afterMinutes: Number(currentTarget.value) })}
    />
  )
}

function Percent({
  label,
  value,
  tenths = false,
  error,
  onChange,
}: {
  label: string
  value: number | null
  /** Whether tenths of a percent may be asked for. */
  tenths?: boolean
  error: string | undefined
  onChange: (percent: number | null) => void
}) {
  return (
    <NumberInput
      label={label}
      value={value ?? ''}
      min={0}
      max={100}
      suffix=" %"
      allowDecimal={tenths}
      decimalScale={1}
      hideControls
      error={error}
      onChange={(percent) => onChange(percent === '' ? null : Number(percent))}
    />
  )
}
