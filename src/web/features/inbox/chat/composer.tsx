import { FileButton, Textarea } from '@mantine/core'
import {
  IconBolt,
  IconLock,
  IconMicrophone,
  IconPaperclip,
  IconSend,
  IconTemplate,
  IconX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { limits } from '#contract/conversations/outgoing.ts'
import { type Conversation, conversations, longestText, type TimelineItem } from '#contract/conversations.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { ApiError } from '#web/net/api-error.ts'
import { upload } from '#web/net/transfer.ts'
import { isPassing } from '#web/offline/last-data.ts'
import type { Send } from '#web/offline/outbox.ts'
import { useAttach } from '../inbox.queries.ts'
import { previewText } from '../list/conversation-line.tsx'
import { useDroppedFiles } from './dropped-files.ts'
import { EmojiButton } from './extras/emoji-button.tsx'
import { fileFault } from './extras/file-limits.ts'
import { FormattedPreview } from './extras/formatted-preview.tsx'
import { MoreToSend } from './extras/more-to-send.tsx'
import { QuickReplies, SaveQuickReply, useMatchingReplies } from './replies/quick-replies.tsx'
import { fillReply } from './replies/reply-variables.ts'
import { useReplyValues } from './replies/use-reply-values.ts'
import { AttachedFile } from './sends/attached-file.tsx'
import { useNote } from './sends/use-note.ts'
import { useWaitingFile } from './sends/use-waiting-file.ts'
import { TemplateAnswer } from './template-answer.tsx'
import { useDraft } from './use-draft.ts'
import { RecorderBar } from './voice/recorder-bar.tsx'
import { useRecorder } from './voice/use-recorder.ts'
import { useWindowLeft, WindowBar } from './window-bar.tsx'
import './composer.css'

/** The field for an answer or a note. Once the window is closed, only a template can be sent. */
export function Composer({
  conversation,
  draft,
  offsetMs,
  answered,
  returned,
  onAnswered,
  onTyping,
  onSend,
  onNote,
}: {
  conversation: Conversation
  draft: string
  offsetMs: number
  answered: TimelineItem | null
  onAnswered: () => void
  /** A text that goes back into the field; each number is one. */
  returned: { text: string; nr: number }
  onTyping: () => void
  /** `fileName`: of a file that is still to be uploaded. */
  onSend: (send: Send, fileName?: string) => void
  /** `kept`: the note is stored. */
  onNote: (text: string, kept: () => void) => void
}) {
  const left = useWindowLeft(conversation.window_until, offsetMs)
  const isOpen = left !== null && left > 0
  const note = useNote(conversation.id)
  const [kind, setKind] = useState<'reply' | 'note'>(note.text && !draft ? 'note' : 'reply')
  const [text, setText] = useState(draft)
  const [picking, setPicking] = useState(false)
  const [saving, setSaving] = useState(false)
  const drafts = useDraft(conversation.id, text, draft, setText)
  const shown = kind === 'reply' ? text : note.text
  const put = kind === 'reply' ? setText : note.put

  const waiting = useWaitingFile(conversation.id, onSend)
  const attached = useAttach(conversation.id, {
    error: (error, file) => {
      if (isPassing(error)) void waiting.take(file)
      else toast.error(sentenceFor(error, { failed: t('inbox.file.notTaken') }))
    },
  })
  const take = (file: File | null | undefined) => {
    if (!file) return
    const shut = isOpen ? undefined : t(left === null ? 'inbox.neverWrote' : 'inbox.windowClosed')
    const fault = kind === 'note' ? t('chat.noteHasNoFile') : (shut ?? fileFault(file))
    if (fault) return toast.error(fault)
    // One file goes with a message.
    waiting.remove()
    attached.take(file)
  }
  const takeFirst = (files: FileList) => {
    if (files.length > 1) toast.error(t('chat.oneFile', { name: files[0]?.name ?? '' }))
    take(files[0])
  }
  useDroppedFiles(takeFirst)
  const chooseAgain = useRef<() => void>(null)
  const takeChosen = (file: File | null) => {
    take(file)
    // The same file may be chosen again after it was removed or sent.
    chooseAgain.current?.()
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const recorder = useRecorder()
  const voice = useMutation({
    mutationFn: (file: File) =>
      upload(conversations.attach, { params: { id: conversation.id }, query: { recorded: 'true' }, file }),
    onSuccess: ({ file }) => {
      onSend({ message: { type: 'file', file_id: file.id }, ...quoted })
      onAnswered()
    },
    onError: async (error, file) => {
      if (!isPassing(error) || !(await waiting.sendRecording(file, quoted))) return
      voice.reset()
      onAnswered()
    },
  })
  const quoted = answered?.wamid ? { reply_to: answered.wamid } : {}
  const [taken, setTaken] = useState(returned.nr)
  if (taken !== returned.nr) {
    setTaken(returned.nr)
    setKind('reply')
    setText(text.trim() === '' ? returned.text : `${returned.text}\n${text}`)
  }
  /** Puts something where the cursor is, or around what is chosen. */
  const insert = (before: string, after = '') => {
    const { selectionStart: from = shown.length, selectionEnd: to = shown.length } = field.current ?? {}
    put(shown.slice(0, from) + before + shown.slice(from, to) + after + shown.slice(to))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(from + before.length, to + before.length)
    })
  }

  const { values, isFilled } = useReplyValues(conversation)
  const pick = (reply: string) => {
    const filled = fillReply(reply, values)
    setText(filled.text)
    if (filled.missing.length > 0) toast.error(t('chat.fillIn', { names: filled.missing.join(', ') }))
    field.current?.focus()
  }
  const quick = useMatchingReplies(kind === 'reply' ? text : '', pick)
  const send = () => {
    const body = shown.trim()
    if (kind === 'reply' && !isFilled(body)) return
    if (attached.isPending) return
    if (kind === 'reply' && (attached.file || waiting.file)) {
      // A recording has no caption, and a long text is none: it follows as a message of its own.
      const isSound = attached.file ? attached.file.kind === 'audio' : waiting.file?.type.startsWith('audio/')
      const isCaption = body !== '' && !isSound && body.length <= limits.caption
      const caption = isCaption ? { caption: body } : {}
      if (attached.file) {
        onSend({ message: { type: 'file', file_id: attached.file.id, ...caption }, ...quoted })
        attached.remove()
      } else waiting.send({ ...caption, ...quoted })
      if (body !== '' && !isCaption) onSend({ message: { type: 'text', text: body } })
      setText('')
      onAnswered()
      return
    }
    if (body === '') return
    if (kind === 'note') return onNote(body, note.stored)
    onSend({ message: { type: 'text', text: body }, ...quoted })
    setText('')
    onAnswered()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
    if (isPlain && !event.nativeEvent.isComposing && quick.onKey(event)) return event.preventDefault()
    if (event.key === 'Escape' && answered) return onAnswered()
    const mark = { b: '*', i: '_' }[event.key]
    if (mark && (event.ctrlKey || event.metaKey) && kind === 'reply') {
      event.preventDefault()
      return insert(mark, mark)
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }

  return (
    <div className="cmp-all">
      <WindowBar left={left} />
      <div className="cmp">
        <QuickReplies {...quick.list} />
        <div className="cmp-b">
          <fieldset className="cmp-tabs">
            <legend className="sr">{t('inbox.answerKind')}</legend>
            <button
              type="button"
              className="ib-btn"
              data-key="reply"
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
            <div className="cmp-shut" role="status">
              <p>{t(left === null ? 'inbox.neverWrote' : 'inbox.windowClosed')}</p>
              {text.trim() ? (
                <>
                  <p className="sm mt1">{t('chat.textKept')}</p>
                  <p className="cmp-text pre" dir="auto">
                    {text}
                  </p>
                </>
              ) : null}
            </div>
          ) : (
            <Textarea
              ref={field}
              dir="auto"
              classNames={{ input: 'tx' }}
              variant="unstyled"
              autosize
              minRows={2}
              maxRows={10}
              aria-label={t(kind === 'reply' ? 'inbox.message' : 'inbox.noteLabel')}
              placeholder={t(kind === 'reply' ? 'inbox.messageHint' : 'inbox.noteHint')}
              maxLength={longestText}
              value={shown}
              onChange={({ currentTarget: { value } }) => {
                put(value)
                if (kind === 'reply' && value !== '') onTyping()
              }}
              {...quick.field}
              onKeyDown={onKeyDown}
              onPaste={(event) => {
                const { files } = event.clipboardData
                if (files.length === 0) return
                event.preventDefault()
                takeFirst(files)
              }}
            />
          )}
          {kind === 'reply' && isOpen ? <FormattedPreview text={text} /> : null}
          {attached.name && (attached.isPending || attached.file) ? (
            <AttachedFile
              name={attached.name}
              state={attached.isPending ? formatPercent(attached.share, 1) : t('inbox.file.ready')}
              onRemove={attached.remove}
            />
          ) : null}
          {waiting.file ? (
            <AttachedFile
              name={waiting.file.name}
              state={waiting.isOffline ? t('chat.waitsOffline') : t('inbox.file.ready')}
              onRemove={waiting.remove}
            />
          ) : null}
          {recorder.state === 'recording' || voice.isPending ? (
            <RecorderBar recorder={recorder} busy={voice.isPending} onTake={(file) => voice.mutate(file)} />
          ) : null}
          {recorder.state === 'refused' || recorder.state === 'none' ? (
            <p className="cmp-f" role="alert">
              {t(recorder.state === 'none' ? 'chat.voice.none' : 'chat.voice.refused')}
            </p>
          ) : null}
          {voice.isError ? (
            <p className="cmp-f" role="alert">
              <span>{sentenceFor(voice.error, { failed: t('chat.voice.notUploaded') })}</span>
              {voice.error instanceof ApiError && voice.error.fields.file ? null : (
                <Button size="small" onClick={() => voice.variables && voice.mutate(voice.variables)}>
                  {t('inbox.tryAgain')}
                </Button>
              )}
              <Button size="small" kind="quiet" onClick={voice.reset}>
                {t('inbox.discard')}
              </Button>
            </p>
          ) : null}
          <div className="cmp-t" hidden={recorder.state === 'recording' || voice.isPending}>
            {kind === 'reply' ? (
              <>
                {isOpen ? (
                  <FileButton onChange={takeChosen} resetRef={chooseAgain}>
                    {(props) => (
                      <button type="button" className="ib-btn" aria-label={t('inbox.file.attach')} {...props}>
                        <Icon of={IconPaperclip} />
                      </button>
                    )}
                  </FileButton>
                ) : null}
                {isOpen ? (
                  <>
                    <EmojiButton onPick={insert} />
                    <button
                      type="button"
                      className="ib-btn"
                      aria-label={t('chat.voice.record')}
                      onClick={() => void recorder.start()}
                    >
                      <Icon of={IconMicrophone} />
                    </button>
                  </>
                ) : null}
                <MoreToSend
                  text={text}
                  isOpen={isOpen}
                  onSend={(message, usesText) => {
                    if (!isFilled(JSON.stringify(message))) return false
                    onSend({ message, ...quoted })
                    if (usesText) setText('')
                    onAnswered()
                    return true
                  }}
                />
                {isOpen ? (
                  <button
                    type="button"
                    className="ib-btn"
                    data-key="quick"
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
                aria-label={t(kind === 'note' ? 'inbox.addNote' : 'inbox.send')}
                disabled={kind === 'reply' && attached.isPending}
                onClick={() => send()}
              >
                <span className="ch-word">{t(kind === 'note' ? 'inbox.addNote' : 'inbox.send')}</span>
              </Button>
            ) : (
              <Button kind="yours" data-key="template" onClick={() => setPicking(true)}>
                {t('inbox.chooseTemplate')}
              </Button>
            )}
          </div>
        </div>
      </div>
      <TemplateAnswer
        from={conversation.phone_number_id}
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
