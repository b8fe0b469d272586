import { useState } from 'react'
import type { DoctorRemedy } from '#contract/onboarding.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'
import { NumberWindow } from '../number-windows.tsx'
import { useDismissWarning, useRepair } from '../onboarding.queries.ts'

/** The fix of a finding: a screen of ours, a page of the provider's, or a repair by a button. */
export function Remedy({
  remedy,
  yours,
  onFixed,
}: {
  remedy: DoctorRemedy
  /** It is the one next thing to do. */
  yours?: boolean
  onFixed: () => void
}) {
  const look = { size: 'small', kind: yours ? 'yours' : 'default' } as const
  const [opened, setOpened] = useState(false)
  const repair = useRepair(onFixed)
  const dismiss = useDismissWarning(onFixed)
  const close = () => {
    setOpened(false)
    onFixed()
  }
  switch (remedy.kind) {
    case 'screen':
      return (
        <LinkButton {...look} to={remedy.to}>
          {remedy.label}
        </LinkButton>
      )
    case 'page':
      return (
        <a className={`btn sm${yours ? ' yours' : ''}`} href={remedy.url} target="_blank" rel="noreferrer">
          {remedy.label}
        </a>
      )
    case 'repair':
      return (
        <Button
          {...look}
          onClick={() => repair.mutate(remedy)}
          busy={repair.isPending && t('onboarding.doctor.fixing')}
        >
          {remedy.label}
        </Button>
      )
    case 'dismiss':
      return (
        <Button
          {...look}
          onClick={() => dismiss.mutate(remedy.warning_id)}
          busy={dismiss.isPending && t('onboarding.doctor.saving')}
        >
          {remedy.label}
        </Button>
      )
    case 'register':
    case 'pin':
    case 'verify': {
      return (
        <>
          <Button {...look} onClick={() => setOpened(true)}>
            {remedy.label}
          </Button>
          <NumberWindow
            phoneNumberId={remedy.phone_number_id}
            needs={remedy.kind === 'verify' ? 'code' : remedy.kind === 'pin' ? 'pin' : 'registration'}
            opened={opened}
            onClose={close}
          />
        </>
      )
    }
  }
}
