import { useState } from 'react'
import type { ChecklistItem, ServerOnboardingStatus } from '#contract/onboarding.ts'
import { type CheckItem, Checklist } from '#web/components/checklist.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { NumberWindow } from './number-windows.tsx'

/** The six items, and the registration below. The owner's first open item has the highlighted button. */
export function OnboardingChecklist({ status }: { status: ServerOnboardingStatus }) {
  const zone = useZone()
  const [open, setOpen] = useState(false)
  const items = status.checklist
  const turn = items.find(({ state }) => state === 'turn' || state === 'broken')
  const { registration, phoneNumberId: number } = status
  return (
    <>
      <Checklist
        numbered
        items={items.map((item): CheckItem => {
          const isTurn = item.key === turn?.key
          return {
            name: t(`onboarding.status.items.${item.key}`),
            state: stateOf(item, isTurn),
            note: item.detail,
            end: endOf(item, zone),
            action: isTurn ? actionFor(item, status, () => setOpen(true)) : undefined,
          }
        })}
      />
      {registration ? (
        <div className="mt4">
          <Checklist
            items={[
              {
                name: t('onboarding.status.items.registered'),
                state: registration.pin_needed ? 'broken' : 'turn',
                note: registration.detail,
                action: (
                  <Button kind={turn ? 'default' : 'yours'} size="small" onClick={() => setOpen(true)}>
                    {t(`onboarding.account.number.needs.${registration.pin_needed ? 'pin' : 'registration'}`)}
                  </Button>
                ),
              },
            ]}
          />
        </div>
      ) : null}
      {number ? (
        <NumberWindow
          phoneNumberId={number}
          needs={registration ? (registration.pin_needed ? 'pin' : 'registration') : 'code'}
          opened={open}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

function stateOf({ state }: ChecklistItem, isTurn: boolean): CheckItem['state'] {
  if (state === 'waiting') return 'later'
  // Only one item is highlighted; the owner's other items come later.
  return state === 'turn' && !isTurn ? 'later' : state
}

function endOf({ state, done_at }: ChecklistItem, zone: string): string | undefined {
  if (state === 'done')
    return done_at ? t('onboarding.status.doneOn', { date: formatDate(done_at, zone) }) : undefined
  return state === 'waiting' ? t('onboarding.status.waitingForMeta') : undefined
}

function actionFor(item: ChecklistItem, status: ServerOnboardingStatus, verify: () => void) {
  const small = { kind: 'yours', size: 'small' } as const
  switch (item.key) {
    case 'has_waba_and_phone_id':
      return status.choice_needed ? (
        <LinkButton {...small} to="/meta/select-assets">
          {t('onboarding.status.choose')}
        </LinkButton>
      ) : undefined
    case 'app_permission_granted':
      return (
        <LinkButton {...small} to="#connect">
          {status.wabaId ? t('onboarding.status.reconnect') : t('onboarding.status.connect')}
        </LinkButton>
      )
    case 'phone_number_verified':
      return (
        <Button {...small} onClick={verify}>
          {t('onboarding.account.number.needs.code')}
        </Button>
      )
    default:
      return undefined
  }
}
