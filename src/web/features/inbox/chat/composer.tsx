import { FileButton, Textarea } from '@mantine/core'
import { IconBolt, IconLock, IconPaperclip, IconSend, IconTemplate, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Conversation, longestText, type TimelineItem } from '#contract/conversations.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { type Pending, useAttach, useKeepDraft } from '../inbox.queries.ts'
import { previewText } from '../list/conversation-line.tsx'
import { QuickReplies, SaveQuickReply, useMatchingReplies } from './quick-replies.tsx'
import { TemplateAnswer } from './template-answer.tsx'
import { useWindowLeft, WindowBar } from './window-bar.tsx'
import './composer.css'

const keepAfterMs = 800
/** WhatsApp's own limit. */
const longestCaption = 1024

/** The field for an answer or a note. Once the window is closed, only a template can be sent. */
export function Composer({
  conversation,
  draft,
  offsetMs,
  answered,
  onAnswered,
  onSend,
  onNote,
}: {
  conversation: Conversation
  draft: string
  offsetMs: number
  answered: TimelineItem | null
  onAnswered: () => void
  onSend: (send: Pick<Pending, 'message' | 'reply_to'>) => void
  onNote: (text: string) => Promise<void>
}) {
  const left = useWindowLeft(conversation.window_until, offsetMs)
  const isOpen = left !== null && left > 0
  const [kind, setKind] = useState<'reply' | 'note'>('reply')
  const [text, setText] = useState(draft)
  const [note, setNote] = useState('')
  const [picking, setPicking] = useState(false)
  const [saving, setSaving] = useState(false)
  const drafts = useDraft(conversation.id, text, draft)
  const matching = useMatchingReplies(kind === 'reply' ? text : '')
  const shown = kind === 'reply' ? text : note
  const put = kind === 'reply' ? setText : setNote

  const attached = useAttach(conversation.id, {
    error: (error) => toast.error(sentenceFor(error, { failed: t('inbox.file.notTaken') })),
  })
  const take = (file: File | null | undefined) => {
    if (file && kind === 'reply' && isOpen) attached.take(file)
  }

  const send = async () => {
    const body = shown.trim()
    if (attached.isPending) return
    const quoted = answered?.wamid ? { reply_to: answered.wamid } : {}
    if (kind === 'reply' && attached.file) {
      const caption = body && attached.file.kind !== 'audio' ? { caption: body.slice(0, longestCaption) } : {}
      onSend({ message: { type: 'file', file_id: attached.file.id, ...caption }, ...quoted })
      attached.remove()
      if ('caption' in caption) setText('')
      onAnswered()
      return
    }
    if (body === '') return
    if (kind === 'note') {
      try {
        await onNote(body)
        setNote('')
      } catch (error) {
        toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))
      }
      return
    }
    onSend({ message: { type: 'text', text: body }, ...quoted })
    setText('')
    onAnswered()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && answered) return onAnswered()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    const [first] = matching
    if (first) setText(first.text)
    else void send()
  }

  return (
    <div className="cmp-all">
      <WindowBar left={left} />
      <div className="cmp">
        {matching.length > 0 ? (
          <QuickReplies replies={matching} onPick={({ text }) => setText(text)} />
        ) : null}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button below */}
        <div
          className="cmp-b"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            take(event.dataTransfer.files[0])
          }}
        >
          <fieldset className="cmp-tabs">
            <legend className="sr">{t('inbox.answerKind')}</legend>
            <button
              type="button"
              className="ib-btn"
              aria-pressed={kind === 'reply'}
              onClick={() => setKind('reply')}
            >
              {t('inbox.reply')}
            </button>
            <button
              type="button"
              className="ib-btn"
              aria-pressed={kind === 'note'}
              onClick={() => setKind('note')}
            >
              <Icon of={IconLock} size="small" />
              {t('inbox.note')}
            </button>
            <span className="cmp-kept" aria-live="polite">
              {kind === 'reply' && drafts.isKept && text !== '' ? t('inbox.draftSaved') : null}
            </span>
          </fieldset>
          {answered && kind === 'reply' && isOpen ? (
            <div className="cmp-q">
              <blockquote className="qt">
                <b>{answered.type === 'out' ? t('inbox.us') : t('inbox.them')}</b>
                {previewText(answered.kind ?? 'text', answered.text)}
              </blockquote>
              <IconButton label={t('inbox.dontQuote')} onClick={onAnswered}>
                <Icon of={IconX} size="small" />
              </IconButton>
            </div>
          ) : null}
          {kind === 'reply' && !isOpen ? (
            <p className="cmp-shut">{t(left === null ? 'inbox.neverWrote' : 'inbox.windowClosed')}</p>
          ) : (
            <Textarea
              classNames={{ input: 'tx' }}
              variant="unstyled"
              autosize
              minRows={2}
              maxRows={10}
              aria-label={t(kind === 'reply' ? 'inbox.message' : 'inbox.noteLabel')}
              placeholder={t(kind === 'reply' ? 'inbox.messageHint' : 'inbox.noteHint')}
              maxLength={longestText}
              value={shown}
              onChange={({ currentTarget: { value } }) => put(value)}
              onKeyDown={onKeyDown}
              onPaste={(event) => {
                const [file] = event.clipboardData.files
                if (!file) return
                event.preventDefault()
                take(file)
              }}
            />
          )}
          {attached.name && (attached.isPending || attached.file) ? (
            <p className="cmp-f">
              <Icon of={IconPaperclip} size="small" />
              <span>{attached.name}</span>
              <span className="t2 num" role="status">
                {attached.isPending ? formatPercent(attached.share, 1) : t('inbox.file.ready')}
              </span>
              <IconButton label={t('app.remove', { name: attached.name })} onClick={attached.remove}>
                <Icon of={IconX} size="small" />
              </IconButton>
            </p>
          ) : null}
          <div className="cmp-t">
            {kind === 'reply' ? (
              <>
                {isOpen ? (
                  <FileButton onChange={take}>
                    {(props) => (
                      <button type="button" className="ib-btn" aria-label={t('inbox.file.attach')} {...props}>
                        <Icon of={IconPaperclip} />
                      </button>
                    )}
                  </FileButton>
                ) : null}
                {isOpen ? (
                  <button
                    type="button"
                    className="ib-btn"
                    aria-label={t('inbox.quickReply')}
                    onClick={() => (text.trim() && !text.startsWith('/') ? setSaving(true) : setText('/'))}
                  >
                    <Icon of={IconBolt} />
                    <span className="w">{t('inbox.quickReply')}</span>
                  </button>
                ) : null}
                <button
                  type="button"
                  className="ib-btn"
                  aria-label={t('inbox.template')}
                  onClick={() => setPicking(true)}
                >
                  <Icon of={IconTemplate} />
                  <span className="w">{t('inbox.template')}</span>
                </button>
              </>
            ) : null}
            {shown.length > longestText * 0.9 ? (
              <span className="cmp-n num">
                {formatNumber(shown.length)} / {formatNumber(longestText)}
              </span>
            ) : null}
            <span className="grow" />
            {kind === 'note' || isOpen ? (
              <Button
                kind="yours"
                icon={<Icon of={kind === 'note' ? IconLock : IconSend} size="small" />}
                onClick={() => void send()}
              >
                {t(kind === 'note' ? 'inbox.addNote' : 'inbox.send')}
              </Button>
            ) : (
              <Button kind="yours" onClick={() => setPicking(true)}>
                {t('inbox.chooseTemplate')}
              </Button>
            )}
          </div>
        </div>
      </div>
      <TemplateAnswer
        opened={picking}
        onClose={() => setPicking(false)}
        onSend={(message) => {
          setPicking(false)
          onSend({ message })
        }}
      />
      <SaveQuickReply opened={saving} text={text} onClose={() => setSaving(false)} />
    </div>
  )
}

/** Keeps what is typed on each pause, and once more when the conversation is left. */
function useDraft(id: number, text: string, first: string) {
  const [kept, setKept] = useState(first)
  const { mutate } = useKeepDraft(id)
  const newest = useRef({ text, kept })
  newest.current = { text, kept }
  useEffect(() => {
    if (text === kept) return
    const timer = setTimeout(() => mutate(text, { onSuccess: () => setKept(text) }), keepAfterMs)
    return () => clearTimeout(timer)
  }, [text, kept, mutate])
  useEffect(
    () => () => {
      if (newest.current.text !== newest.current.kept) mutate(newest.current.text)
    },
    [mutate],
  )
  return { isKept: text === kept }
}
