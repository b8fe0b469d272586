import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { hostOfAddress, isHttps } from '#contract/chatbot/secrets.ts'
import { Button } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { browserZone, formatDay, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useCreateSecret, useSecrets } from '../../chatbot.queries.ts'

/** A secret value: entered once, then only its date is shown. */
export function SecretValue({
  secret,
  url,
  typed,
  onType,
  onStored,
}: {
  /** Null: none is stored. */
  secret: string | null
  /** Of the step: the secret is for its host. */
  url: string
  typed: string
  onType: (typed: string) => void
  onStored: (id: string) => void
}) {
  const { data } = useSecrets()
  const create = useCreateSecret()
  const [isReplacing, setReplacing] = useState(false)
  const known = data?.secrets.find(({ id }) => id === secret)
  const isElsewhere = secret !== null && data !== undefined && known?.host !== hostOfAddress(url)
  const save = () => {
    if (create.isPending || typed.trim() === '' || !isHttps(url)) return
    create.mutate(
      { body: { value: typed, url } },
      {
        onSuccess: (answer) => {
          setReplacing(false)
          onStored(answer.secret.id)
          toast.success(t('chatbot.form.secretSaved'))
        },
      },
    )
  }
  if (secret !== null && !isReplacing && !isElsewhere) {
    return (
      <div className="row">
        <span className="sm">
          {known
            ? t('chatbot.form.secretSet', {
                date: formatDay(wallClock(known.made_at, browserZone())?.date ?? ''),
              })
            : null}
        </span>
        <Button size="small" onClick={() => setReplacing(true)}>
          {t('chatbot.form.secretReplace')}
        </Button>
      </div>
    )
  }
  const hint = isHttps(url)
    ? isElsewhere && !create.isPending
      ? t('chatbot.form.secretAgain')
      : undefined
    : t('chatbot.form.secretAddress')
  return (
    <div className="sp-header" data-undo="own">
      <PasswordInput
        size="sm"
        aria-label={t('chatbot.form.secretText')}
        placeholder={t('chatbot.form.secretText')}
        description={hint}
        error={create.error ? sentenceFor(create.error, { failed: t('chatbot.notSaved') }) : undefined}
        autoComplete="off"
        value={typed}
        maxLength={2000}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          save()
        }}
      />
      <div className="row">
        {isReplacing && !isElsewhere ? (
          <Button
            size="small"
            onClick={() => {
              onType('')
              setReplacing(false)
            }}
          >
            {t('chatbot.form.secretKeep')}
          </Button>
        ) : null}
        <Button
          size="small"
          disabled={typed.trim() === '' || !isHttps(url)}
          busy={create.isPending && t('chatbot.form.secretSaving')}
          onClick={save}
        >
          {t('chatbot.form.secretSave')}
        </Button>
      </div>
    </div>
  )
}
