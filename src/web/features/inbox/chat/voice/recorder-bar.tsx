import { IconSend, IconTrash } from '@tabler/icons-react'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { clock } from './clock.ts'
import type { useRecorder } from './use-recorder.ts'

/** Stands in the composer while a voice message is recorded. */
export function RecorderBar({
  recorder,
  busy,
  onTake,
}: {
  recorder: ReturnType<typeof useRecorder>
  /** It is on its way to the server. */
  busy: boolean
  onTake: (file: File) => void
}) {
  const take = async () => {
    const file = await recorder.take()
    if (file) onTake(file)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of a recording, no form
    <div className="rec" role="group" aria-label={t('chat.voice.recording')}>
      <span className="rec-dot" aria-hidden="true" />
      <span role="status">{busy ? t('chat.voice.sending') : t('chat.voice.recording')}</span>
      <span className="num" role="timer">
        {clock(recorder.seconds)}
      </span>
      <span className="grow" />
      {busy ? null : (
        <>
          <Button
            kind="quiet"
            icon={<Icon of={IconTrash} size="small" />}
            aria-label={t('chat.voice.cancel')}
            onClick={recorder.cancel}
          >
            <span className="ch-word">{t('chat.voice.cancel')}</span>
          </Button>
          <Button
            kind="yours"
            icon={<Icon of={IconSend} size="small" />}
            aria-label={t('chat.voice.send')}
            onClick={() => void take()}
          >
            {t('inbox.send')}
          </Button>
        </>
      )}
    </div>
  )
}
