import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messages.ts'
import type { MetaTemplate } from '#contract/templates.ts'
import { joinParameters, splitParameters } from '#contract/text/parameters.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { userIdPattern } from '#contract/text/user-id.ts'
import { e164Pattern } from '#contract/values.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label, SubmitError, Two } from '#web/components/forms/field.tsx'
import { SendForm } from '#web/components/forms/send-form.tsx'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useBusinessName } from '#web/session/me.ts'
import { currentSession } from '#web/session/session.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import { useMetaTemplates, useSendMessage } from './messages.queries.ts'
import { FailureRemedy } from './single/resend.tsx'
import { buttonTargets, useHeaderMedia } from './single/sent-preview.ts'
import { TemplatePicker } from './single/template-picker.tsx'
import { VariableFields } from './single/variable-fields.tsx'
import './messages.css'

type Sent = ResponseOf<typeof messages.send>

const sendErrors = () => ({ failed: t('messages.send.failed'), unreachable: t('messages.send.unreachable') })

const blank = { to: '', template_name: '', language: 'en_US', parameters: '' }

/** Recipient, template, language and parameters; beside them the message as it will be read. */
export function SendMessageForm() {
  const sender = useBusinessName()
  const id = useId()
  const kept = useFormDraft('send-message', blank)
  const { value: form, set: setForm } = kept
  // What is typed in the fields, as long as the comma-separated text says the same.
  const [typed, setTyped] = useState<{ text: string; values: string[] }>({ text: '', values: [] })
  const values = typed.text === form.parameters ? typed.values : splitParameters(form.parameters)
  const fill = (next: string[]) => {
    const text = joinParameters(next)
    setTyped({ text, values: next })
    return text
  }
  const [picking, setPicking] = useState(false)
  const [address, setAddress] = useSearchChoice()
  const hidden = hiddenRecipient(address)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const put = (changes: Partial<typeof form>) => {
    setForm((now) => ({ ...now, ...changes }))
    setErrors({})
  }
  const list = useMetaTemplates()
  const known = (list?.templates ?? []).filter(({ problem }) => problem === null)
  const chosen = known.find(
    (one) => one.template_name === form.template_name.trim() && one.language === form.language.trim(),
  )
  const preview = useHeaderMedia(chosen, values)
  const pick = (template: MetaTemplate) => {
    setPicking(false)
    const presets = template.variables.map(({ preset }) => preset ?? '')
    const next = presets.some((preset) => preset !== '') ? presets : []
    put({
      template_name: template.template_name,
      language: template.language,
      parameters: fill(next),
    })
  }

  const send = useSendMessage({
    success: (answer) => {
      toast.success(answer.message ?? t('messages.send.sent'))
      kept.reset({ ...form, to: '' })
    },
    error: (error) => {
      toast.error(sentenceFor(error, sendErrors()))
      if (error instanceof ApiError) setErrors(error.fields)
    },
  })
  const press = () => {
    if (send.isPending) return
    if (!currentSession()) return toast.error(t('messages.send.loginFirst'))
    const faults: Record<string, string> = {}
    if (!hidden && !e164Pattern.test(form.to.trim())) faults.to = t('messages.send.invalidPhone')
    if (!form.template_name.trim()) faults.template_name = t('messages.send.templateRequired')
    setErrors(faults)
    const [first] = Object.values(faults)
    if (first) return toast.error(first)
    send.mutate({
      ...(hidden ? { recipient: hidden.recipient } : { to: form.to.trim() }),
      template_name: form.template_name.trim(),
      language: form.language.trim() || 'en_US',
      parameters: values,
    })
  }
  const field = (name: keyof typeof form) => ({
    name,
    autoComplete: 'off',
    error: errors[name],
    value: form[name],
  })

  return (
    <div className="cols wide">
      <SendForm className="send-form stack">
        <DraftNote restored={kept.restored} onClear={() => kept.reset(blank)} />
        {list?.connected === false ? (
          <Banner
            kind="yours"
            action={
              <LinkButton size="small" to="/meta/waba-setup">
                {t('messages.send.connect')}
              </LinkButton>
            }
          >
            {t('messages.send.connectFirst')}
          </Banner>
        ) : null}
        {send.data ? <Verdict sent={send.data} /> : null}
        {hidden ? (
          <p className="send-hidden">
            <span>{t.rich('messages.send.toHidden', { name: hidden.name, b: tags.b })}</span>
            <Button kind="quiet" size="small" onClick={() => setAddress({})}>
              {t('messages.send.usePhone')}
            </Button>
          </p>
        ) : null}
        {errors.recipient ? <p className="hint err">{errors.recipient}</p> : null}
        <TextInput
          {...field('to')}
          wrapperProps={{ hidden: hidden !== undefined }}
          label={t('messages.send.phone')}
          type="tel"
          placeholder="+919876543210"
          onChange={({ currentTarget: { value } }) => put({ to: value })}
        />
        <Two>
          <div>
            <TextInput
              {...field('template_name')}
              label={t('messages.send.template')}
              list={`${id}-templates`}
              placeholder="order_update"
              onChange={({ currentTarget: { value } }) => {
                const match = known.find((one) => one.template_name === value)
                put({ template_name: value, ...(match && { language: match.language }) })
              }}
            />
            <datalist id={`${id}-templates`}>
              {[...new Set(known.map((one) => one.template_name))].map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <Button size="small" className="mt1" disabled={!known.length} onClick={() => setPicking(true)}>
              {t('messages.send.choose')}
            </Button>
          </div>
          <TextInput
            {...field('language')}
            label={t('messages.send.language')}
            placeholder="en_US"
            onChange={({ currentTarget: { value } }) => put({ language: value })}
          />
        </Two>
        {chosen?.variables.length ? (
          <VariableFields
            variables={chosen.variables}
            values={values}
            onChange={(next) => put({ parameters: fill(next) })}
          />
        ) : null}
        <TextInput
          {...field('parameters')}
          label={<Label optional>{t('messages.send.parameters')}</Label>}
          description={errors.parameters ? null : t('messages.send.parametersHelp')}
          placeholder={t('messages.send.parametersExample')}
          onChange={({ currentTarget: { value } }) => put({ parameters: value })}
        />
        <SubmitError error={send.error} words={sendErrors()} />
        <FailureRemedy
          messageId={send.error instanceof ApiError ? send.error.messageId : undefined}
          onSent={() => {
            send.reset()
            kept.reset({ ...form, to: '' })
          }}
        />
        <div className="row send-acts">
          <Button kind="yours" busy={send.isPending && t('messages.send.sending')} onClick={press}>
            {t('messages.send.submit')}
          </Button>
          <Link className="sm" to="/message-logs">
            {t('messages.logs.label')}
          </Link>
        </div>
      </SendForm>
      <aside aria-label={t('messages.send.preview')}>
        <h2 className="send-preview">{t('messages.send.preview')}</h2>
        <PhonePreview business={sender} message={preview ?? { body: '' }} />
        {chosen
          ? buttonTargets(chosen, values).map((target) => (
              <p key={target} className="sm t3 mt2 send-target">
                {target}
              </p>
            ))
          : null}
        {!hidden && form.to && e164Pattern.test(form.to.trim()) ? (
          <p className="sm t3 mt2">{t('messages.send.to', { phone: formatPhone(form.to.trim()) })}</p>
        ) : null}
      </aside>
      <TemplatePicker
        templates={known}
        business={sender}
        opened={picking}
        onClose={() => setPicking(false)}
        onPick={pick}
      />
    </div>
  )
}

/** The person without a phone whom a lead's page names in the address; anything else is ignored. */
function hiddenRecipient(address: URLSearchParams): { recipient: string; name: string } | undefined {
  const recipient = address.get('recipient') ?? ''
  if (!userIdPattern.test(recipient)) return undefined
  return { recipient, name: address.get('name')?.slice(0, 200) || recipient }
}

/** What WhatsApp said, or that it has not yet. */
function Verdict({ sent }: { sent: Sent }) {
  const open = sent.status === 'queued' || sent.status === 'sending'
  return (
    <Banner
      kind={open ? 'waiting' : 'good'}
      action={
        <Link className="sm" to={`/message-logs?message=${sent.message_id}`}>
          {t('messages.send.follow')}
        </Link>
      }
    >
      {sent.message}
    </Banner>
  )
}
