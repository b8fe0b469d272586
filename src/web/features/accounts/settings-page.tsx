import { PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { accounts } from '#contract/accounts.ts'
import type { InputOf, ResponseOf } from '#contract/endpoint.ts'
import { languageNames, languages } from '#contract/messages/language.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { FormError, Label, Two } from '#web/components/forms/field.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { Status } from '#web/components/status.tsx'
import { toast } from '#web/components/toast.tsx'
import { countryChoices } from '#web/format/countries.ts'
import { zoneChoices } from '#web/format/time.ts'
import { chooseLanguage } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { updateUser } from '#web/session/session.ts'
import { sameShape, useFormDraft } from '#web/shell/form-drafts.ts'
import { useConnectionChanged } from '../onboarding/onboarding.ts'

type Settings = ResponseOf<typeof accounts.getSettings>['settings']
type Finding = { sentence: string; choose: boolean }
type Changes = InputOf<typeof accounts.saveSettings>['body']

/** The choice to follow the browser; a select has no null. */
const browserLanguage = 'browser'
const languageChoices = () => [
  { value: browserLanguage, label: t('accounts.settings.browserLanguage') },
  ...languages.map((language) => ({ value: language, label: languageNames[language] })),
]

/** What is in the form; a password and a key are only ever typed. */
const formOf = ({ name, email, avatar, language, business_name, country, timezone }: Settings) => ({
  name,
  email,
  new_password: '',
  api_key: '',
  avatar,
  language: language ?? browserLanguage,
  business_name,
  country,
  timezone,
})
type Form = ReturnType<typeof formOf>

/** What is kept of a half-filled form: only what differs, as the rest may change elsewhere, and no secret. */
function changesOf(form: Form, settings: Settings): Partial<Form> {
  const { new_password: _password, api_key: _key, ...plain } = form
  const stored = formOf(settings)
  return Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => value !== stored[name as keyof Form]),
  )
}

export default function SettingsPage() {
  const settings = useQuery({ ...queryFor(accounts.getSettings), refetchOnWindowFocus: false })
  // Stands above the form, which begins anew when a key is there or gone.
  const [finding, setFinding] = useState<Finding | null>(null)
  return (
    <>
      <PageHeader
        title="Account Settings"
        lede={
          settings.data ? (
            <>
              You are <b>{settings.data.settings.name}</b>
              {settings.data.settings.business_name === settings.data.settings.name ? (
                '. Give your business a name of its own below.'
              ) : (
                <>
                  , and this is <b>{settings.data.settings.business_name}</b>.
                </>
              )}
            </>
          ) : null
        }
      />
      {settings.isError && !settings.data ? (
        <ErrorState error={settings.error} onRetry={() => settings.refetch()} />
      ) : settings.data ? (
        <SettingsForm
          key={String(settings.data.settings.has_api_key)}
          settings={settings.data.settings}
          finding={finding}
          onFinding={setFinding}
        />
      ) : (
        <SkeletonLines lines={8} label="Loading settings" />
      )}
    </>
  )
}

function SettingsForm({
  settings,
  finding,
  onFinding,
}: {
  settings: Settings
  /** What came of the key that was saved or removed last. */
  finding: Finding | null
  onFinding: (finding: Finding | null) => void
}) {
  const queries = useQueryClient()
  const kept = useFormDraft('settings', formOf(settings), {
    read: (changes, start) => sameShape({ ...start, ...(changes as object) }, start),
    write: (now) => changesOf(now, settings),
  })
  const form = kept.value
  const connectionChanged = useConnectionChanged()
  const put = (changes: Partial<Form>) => kept.set((now) => ({ ...now, ...changes }))

  const save = useMutation({
    mutationFn: (body: Changes) => call(accounts.saveSettings, { body }),
    onSuccess: async (answer) => {
      updateUser(answer.user)
      await chooseLanguage(answer.settings.language)
      queries.setQueryData(keyOf(accounts.getSettings), { success: true, settings: answer.settings })
      void queries.invalidateQueries({ queryKey: keyOf(accounts.me) })
      kept.reset(formOf(answer.settings))
      onFinding(
        answer.api_key_finding ? { sentence: answer.api_key_finding, choose: answer.api_key_choose } : null,
      )
      // The key is in use from now on: header, notices and status show it.
      if (answer.api_key_finding) void connectionChanged()
      toast.success('Settings updated successfully!')
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'Failed to save changes.' })),
  })
  const fields = save.error instanceof ApiError ? save.error.fields : {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const language = languages.find((one) => one === form.language) ?? null
    save.mutate({ ...form, language })
  }
  const removeKey = async () => {
    const yes = await confirm({
      title: 'Remove the provider API key?',
      consequence:
        'Messages then go out with the connection made through Facebook. Without one, nothing can be sent.',
      confirm: 'Remove key',
    })
    if (yes) save.mutate({ name: settings.name, email: settings.email, remove_api_key: true })
  }

  return (
    <form onSubmit={submit} className="narrow">
      <DraftNote restored={kept.restored} onClear={() => kept.reset(formOf(settings))} />
      <FormError>
        {Object.keys(fields).length > 0
          ? 'Check the highlighted fields.'
          : save.error
            ? sentenceFor(save.error, { failed: 'Failed to save changes.' })
            : null}
      </FormError>
      <Section first title="You">
        <Two>
          <TextInput
            label="Name"
            autoComplete="name"
            required
            value={form.name}
            error={fields.name}
            onChange={(event) => put({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            required
            value={form.email}
            error={fields.email}
            onChange={(event) => put({ email: event.currentTarget.value })}
          />
          <PasswordInput
            label={<Label optional>New password</Label>}
            autoComplete="new-password"
            description="8 characters or more. Empty: the password stays."
            value={form.new_password}
            error={fields.new_password}
            onChange={(event) => put({ new_password: event.currentTarget.value })}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
        </Two>
        <Select
          className="mt4"
          label={t('accounts.settings.language')}
          description={t('accounts.settings.languageHelp')}
          data={languageChoices()}
          allowDeselect={false}
          value={form.language}
          error={fields.language}
          onChange={(language) => language && put({ language })}
        />
        <Switch
          className="mt4"
          label="Avatar picture"
          description="An avatar service draws it and gets your name. Off: your initial is shown."
          checked={form.avatar}
          onChange={(event) => put({ avatar: event.currentTarget.checked })}
        />
      </Section>
      <Section title="Business">
        <Two>
          <TextInput
            label="Business name"
            value={form.business_name}
            error={fields.business_name}
            onChange={(event) => put({ business_name: event.currentTarget.value })}
          />
          <Select
            label="Country"
            description="Numbers without a plus are read as numbers of this country."
            data={countryChoices()}
            searchable
            allowDeselect={false}
            value={form.country}
            error={fields.country}
            onChange={(country) => country && put({ country })}
          />
          <Select
            label="Time zone"
            description="For schedules, and for every time that is shown."
            data={zoneChoices(settings.timezone)}
            searchable
            allowDeselect={false}
            value={form.timezone}
            error={fields.timezone}
            onChange={(timezone) => timezone && put({ timezone })}
          />
        </Two>
      </Section>
      <Section
        title="Provider"
        aside={
          <Status tone={settings.has_api_key ? 'delivered' : 'wait'}>
            {settings.has_api_key ? 'Key stored' : 'No key'}
          </Status>
        }
      >
        <PasswordInput
          label={<Label optional>Provider API key</Label>}
          autoComplete="off"
          description={
            settings.has_api_key
              ? 'A WhatsApp system-user token. It is stored encrypted and never shown again; a new one takes its place.'
              : 'A WhatsApp system-user token, if you have one: it is used instead of the login with Facebook. Stored encrypted, never shown again.'
          }
          value={form.api_key}
          error={fields.api_key}
          onChange={(event) => put({ api_key: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Show key' }}
        />
        {finding ? (
          <p className="hint" role="status">
            {finding.sentence} {finding.choose ? <Link to="/meta/select-assets">Choose one</Link> : null}
          </p>
        ) : null}
        {settings.has_api_key ? (
          <Button kind="danger" size="small" className="mt3" onClick={() => void removeKey()}>
            Remove key
          </Button>
        ) : null}
      </Section>
      <Button type="submit" kind="yours" size="large" busy={save.isPending && 'Saving...'}>
        Save changes
      </Button>
    </form>
  )
}
