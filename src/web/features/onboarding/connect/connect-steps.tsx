import type { ConnectStep } from '#contract/onboarding.ts'
import { Checklist } from '#web/components/checklist.tsx'

const names: Record<ConnectStep['step'], string> = {
  token: 'Token',
  permissions: 'Permissions',
  account: 'Account',
  number: 'Number',
  webhooks: 'Events',
  registered: 'Registration',
}

/** What was checked while connecting, step by step, with what was found. */
export function ConnectSteps({ steps }: { steps: readonly ConnectStep[] }) {
  return (
    <div role="status" aria-label="What was checked">
      <Checklist
        items={steps.map(({ step, ok, sentence }) => ({
          name: names[step],
          state: ok ? 'done' : 'broken',
          note: sentence,
        }))}
      />
    </div>
  )
}
