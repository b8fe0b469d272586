import { Checkbox, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConnectResult, platformNames, socialAccounts } from '#contract/social/social.ts'
import { Button } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { skippedText } from './account-text.ts'
import '../../../look/overlay.css'
import '../social.css'

/** A login reaches several accounts: which of them are connected. */
export function ChooseAccounts({
  result,
  onDone,
  onClose,
}: {
  result: ConnectResult
  onDone: (result: ConnectResult) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(() => result.candidates.map(({ external_id }) => external_id))
  const connect = useMutation({
    mutationFn: () =>
      call(socialAccounts.choose, { body: { login_id: result.login_id ?? '', external_ids: chosen } }),
    onSuccess: (answer) => onDone(answer.result),
  })
  const network = result.platform ? platformNames[result.platform] : ''
  return (
    <Modal opened onClose={onClose} title={t('social.choose.title', { network })} withCloseButton={false}>
      <p className="t2">{t('social.choose.reaches', { count: result.candidates.length })}</p>
      <fieldset className="choose-accounts" aria-label={t('social.choose.accounts')}>
        {result.candidates.map(({ external_id, page_name, handle, connected }) => (
          <Checkbox
            key={external_id}
            label={nameOf(page_name, handle, connected)}
            checked={chosen.includes(external_id)}
            onChange={(event) => {
              const { checked } = event.currentTarget
              setChosen((now) =>
                checked ? [...now, external_id] : now.filter((other) => other !== external_id),
              )
            }}
          />
        ))}
      </fieldset>
      {result.skipped.length > 0 ? (
        <div className="sm t3 mt2">
          <p>{t('social.choose.notListed')}</p>
          {result.skipped.map((one) => (
            <p key={one.name}>{skippedText(one)}</p>
          ))}
        </div>
      ) : null}
      {connect.isError ? (
        <p className="hint err form-err">
          {sentenceFor(connect.error, { failed: t('social.result.internalError') })}
        </p>
      ) : null}
      <div className="acts">
        <Button kind="quiet" onClick={onClose}>
          {t('social.choose.cancel')}
        </Button>
        <Button
          kind="yours"
          busy={connect.isPending && t('social.connect.connecting')}
          disabled={chosen.length === 0}
          onClick={() => connect.mutate()}
        >
          {t('social.choose.connect', { count: chosen.length })}
        </Button>
      </div>
    </Modal>
  )
}

function nameOf(name: string, handle: string | null, connected: boolean): string {
  const whole = handle ? `${name} (@${handle})` : name
  return connected ? t('social.choose.connected', { name: whole }) : whole
}
