import type { ConnectStep } from '#contract/onboarding.ts'
import { Checklist } from '#web/components/checklist.tsx'
import { t } from '#web/messages/t.ts'

/** The checks of connecting, each with its result. */
export function ConnectSteps({ steps }: { steps: readonly ConnectStep[] }) {
  return (
    <div role="status" aria-label={t('onboarding.connect.steps.label')}>
      <Checklist
        items={steps.map(({ step, ok, sentence }) => ({
          name: t(`onboarding.connect.steps.${step}`),
          state: ok ? 'done' : 'broken',
          note: sentence,
        }))}
      />
    </div>
  )
}
