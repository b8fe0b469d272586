import { useState } from 'react'
import type { ChecklistItem, ChecklistKey, ServerOnboardingStatus } from '#contract/onboarding.ts'
import { type CheckItem, Checklist } from '#web/components/checklist.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { formatDate } from '#web/format/time.ts'
import { useZone } from '#web/session/me.ts'
import { NumberWindow } from './number-windows.tsx'

const names: Record<ChecklistKey, string> = {
  is_verified: 'Business name verified',
  app_permission_granted: 'Permission given to this app',
  phone_number_verified: 'Phone number verified',
  terms_accepted: 'Terms accepted',
  has_waba_and_phone_id: 'Account and phone number chosen',
  business_verification_docs: 'Business documents with Meta',
}

/** The six items, and the registration on a line of its own. The first that waits for the owner has the marigold button. */
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
            name: names[item.key],
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
                name: 'Number registered for sending',
                state: registration.pin_needed ? 'broken' : 'turn',
                note: registration.detail,
                action: (
                  <Button kind={turn ? 'default' : 'yours'} size="small" onClick={() => setOpen(true)}>
                    {registration.pin_needed ? 'Enter PIN' : 'Register'}
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
  // One marigold thing on a screen: what else waits for the owner comes after it.
  return state === 'turn' && !isTurn ? 'later' : state
}

function endOf({ state, done_at }: ChecklistItem, zone: string): string | undefined {
  if (state === 'done') return done_at ? `Done ${formatDate(done_at, zone)}` : undefined
  return state === 'waiting' ? 'Waiting for Meta' : undefined
}

function actionFor(item: ChecklistItem, status: ServerOnboardingStatus, verify: () => void) {
  const small = { kind: 'yours', size: 'small' } as const
  switch (item.key) {
    case 'has_waba_and_phone_id':
      return status.choice_needed ? (
        <LinkButton {...small} to="/meta/select-assets">
          Choose
        </LinkButton>
      ) : undefined
    case 'app_permission_granted':
      return (
        <LinkButton {...small} to="#connect">
          {status.wabaId ? 'Connect again' : 'Connect'}
        </LinkButton>
      )
    case 'phone_number_verified':
      return (
        <Button {...small} onClick={verify}>
          Verify
        </Button>
      )
    default:
      return undefined
  }
}
