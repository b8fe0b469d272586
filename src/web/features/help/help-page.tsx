import { Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useUser } from '#web/session/session.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import { sendHelpMessage, useSupportContact } from './help.queries.ts'
import '#web/features/help/help.css'
import { questions } from './questions.tsx'

const longestMessage = 5_000

export default function HelpPage() {
  return (
    <>
      <PageHeader title={t('help.title')} lede={t.rich('help.lede', { b: tags.b })} />
      <div className="cols">
        <Section first title={t('help.questions.title')}>
          <div className="faq">
            {questions().map(({ question, answer }) => (
              <details key={question}>
                <summary>{question}</summary>
                <div className="t2">{answer}</div>
              </details>
            ))}
          </div>
        </Section>
        <aside aria-label={t('help.ask.label')}>
          <Section first title={t('help.ask.title')}>
            <MessageForm />
          </Section>
          <Section title={t('help.contact.title')}>
            <Contact />
          </Section>
        </aside>
      </div>
    </>
  )
}

/** Promises an answer at once, as the specification asks. A failed send is reported and puts the text back. */
function MessageForm() {
  const user = useUser()
  const form = useFormDraft('help-message', { email: user?.email ?? '', message: '' })
  const { email, message } = form.value
  const [failure, setFailure] = useState<string | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = { email, message }
    form.reset({ email, message: '' })
    setFailure(null)
    void send(sent).then((failed) => {
      if (!failed) return
      form.set((now) => ({ ...now, message: now.message || sent.message }))
      setFailure(failed)
      toast.error(failed)
    })
    window.alert(t('help.ask.sent'))
  }

  return (
    <form onSubmit={submit} className="stack">
      <DraftNote
        restored={form.restored}
        onClear={() => form.reset({ email: user?.email ?? '', message: '' })}
      />
      <TextInput
        label={t('help.ask.email')}
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={(event) => form.set({ email: event.currentTarget.value, message })}
      />
      <Textarea
        label={
          <Label count={message.length} of={longestMessage}>
            {t('help.ask.message')}
          </Label>
        }
        required
        rows={5}
        maxLength={longestMessage}
        value={message}
        onChange={(event) => form.set({ email, message: event.currentTarget.value })}
      />
      {failure ? <p className="hint err form-err">{failure}</p> : null}
      <Button type="submit" kind="yours">
        {t('help.ask.send')}
      </Button>
    </form>
  )
}

/** Sends the message; answers the sentence to show where it did not get through. */
async function send(body: { email: string; message: string }): Promise<string | null> {
  try {
    await sendHelpMessage(body)
    return null
  } catch (error) {
    return sentenceFor(error, {
      failed: t('help.ask.failed'),
      unreachable: t('help.ask.unreachable'),
    })
  }
}

function Contact() {
  const address = useSupportContact()?.email
  return (
    <p className="t2">
      {address
        ? t.rich('help.contact.write', {
            email: address,
            mail: (text) => <a href={`mailto:${address}`}>{text}</a>,
          })
        : t('help.contact.form')}{' '}
      {t.rich('help.contact.doctor', { doctor: linkTo('/meta/doctor') })}
    </p>
  )
}
