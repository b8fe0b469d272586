import { PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
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
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { sameShape, useFormDraft } from '#web/shell/form-drafts.ts'
import { useConnectionChanged } from '../onboarding/onboarding.ts'
import { type Settings, useSaveSettings, useSettings } from './accounts.queries.ts'
import { FieldsSection } from './business/fields-section.tsx'
import { MarketingLimitSection } from './business/marketing-limit-section.tsx'
import { OfficeHoursSection } from './business/office-hours-section.tsx'
import { DeletionSection } from './closing/deletion-section.tsx'
import { HooksSection } from './hooks/hooks-section.tsx'
import { RetentionSection } from './retention/retention-section.tsx'
import { ApiKeysSection } from './security/api-keys-section.tsx'
import { noLogin, OwnLoginFields } from './security/own-login-fields.tsx'
import { PasskeysSection } from './security/passkeys-section.tsx'
import { SessionsSection } from './security/sessions-section.tsx'
import { TwoFactorSection } from './security/two-factor-section.tsx'
import { TeamSection } from './team/team-section.tsx'

type Finding = { sentence: string; choose: boolean }

/** The choice to follow the browser; a select has no null. */
const browserLanguage = 'browser'
const languageChoices = () => [
  { value: browserLanguage, label: t('accounts.settings.browserLanguage') },
  ...languages.map((language) => ({ value: language, label: languageNames[language] })),
]

/** The form's values; passwords, code and key always start empty. */
const formOf = ({ name, email, avatar, language, business_name, country, timezone }: Settings) => ({
  name,
  email,
  new_password: '',
  ...noLogin,
  api_key: '',
  avatar,
  language: language ?? browserLanguage,
  business_name,
  country,
  timezone,
})
type Form = ReturnType<typeof formOf>

/** The draft keeps only changed fields, as the rest may change elsewhere, and no secret. */
function changesOf(form: Form, settings: Settings): Partial<Form> {
  const { new_password: _new, current_password: _own, code: _code, api_key: _key, ...plain } = form
  const stored = formOf(settings)
  return Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => value !== stored[name as keyof Form]),
  )
}

export default function SettingsPage() {
  const settings = useSettings()
  // Kept above the form, which remounts when a key is added or removed.
  const [finding, setFinding] = useState<Finding | null>(null)
  return (
    <>
      <PageHeader
        title={t('accounts.settings.title')}
        lede={settings.data ? lede(settings.data.settings) : null}
      />
      {settings.isError && !settings.data ? (
        <ErrorState error={settings.error} onRetry={() => settings.refetch()} />
      ) : settings.data ? (
        <>
          <SettingsForm
            key={String(settings.data.settings.has_api_key)}
            settings={settings.data.settings}
            finding={finding}
            onFinding={setFinding}
          />
          <TeamSection />
          <OfficeHoursSection />
          <MarketingLimitSection />
          <FieldsSection />
          <PasskeysSection />
          <TwoFactorSection />
          <SessionsSection />
          <ApiKeysSection />
          <HooksSection />
          <RetentionSection />
          <DeletionSection />
        </>
      ) : (
        <SkeletonLines lines={8} label={t('accounts.settings.loading')} />
      )}
    </>
  )
}

const lede = ({ name, business_name: business }: Settings) =>
  business === name
    ? t.rich('accounts.settings.ledeSameName', { name, b: tags.b })
    : t.rich('accounts.settings.lede', { name, business, b: tags.b })

function SettingsForm({
  settings,
  finding,
  onFinding,
}: {
  settings: Settings
  /** The result of the last saved or removed key. */
  finding: Finding | null
  onFinding: (finding: Finding | null) => void
}) {
  // What the form began with: a field that a colleague changes meanwhile is not sent with the others.
  const [start, setStart] = useState(settings)
  const kept = useFormDraft('settings', formOf(settings), {
    read: (changes, first) => sameShape({ ...first, ...(changes as object) }, first),
    write: (now) => changesOf(now, settings),
  })
  const begin = (from: Settings) => {
    setStart(from)
    kept.reset(formOf(from))
  }
  const form = kept.value
  const connectionChanged = useConnectionChanged()
  const put = (changes: Partial<Form>) => kept.set((now) => ({ ...now, ...changes }))

  const save = useSaveSettings({
    onSuccess: (answer) => {
      begin(answer.settings)
      onFinding(
        answer.api_key_finding ? { sentence: answer.api_key_finding, choose: answer.api_key_choose } : null,
      )
      // Header, notices and status depend on the key.
      if (answer.api_key_finding) void connectionChanged()
      toast.success(answer.message ?? t('accounts.settings.saved'))
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('accounts.settings.failed') })),
  })
  const fields = save.error instanceof ApiError ? save.error.fields : {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const { new_password, current_password, code, api_key } = form
    const { language, ...changes } = changesOf(form, start)
    save.mutate({
      ...changes,
      ...{ new_password, current_password, code, api_key },
      ...(language && { language: languages.find((one) => one === language) ?? null }),
    })
  }
  const removeKey = async () => {
    const yes = await confirm({
      title: t('accounts.settings.removeKeyTitle'),
      consequence: t('accounts.settings.removeKeyText'),
      confirm: t('accounts.settings.removeKey'),
    })
    if (yes) save.mutate({ remove_api_key: true })
  }

  return (
    <form onSubmit={submit} className="narrow">
      <DraftNote restored={kept.restored} onClear={() => begin(settings)} />
      <FormError>
        {Object.keys(fields).length > 0
          ? t('accounts.settings.checkFields')
          : save.error
            ? sentenceFor(save.error, { failed: t('accounts.settings.failed') })
            : null}
      </FormError>
      <Section first title={t('accounts.settings.you')}>
        <Two>
          <TextInput
            label={t('accounts.settings.name')}
            autoComplete="name"
            required
            value={form.name}
            error={fields.name}
            onChange={(event) => put({ name: event.currentTarget.value })}
          />
          <TextInput
            label={t('accounts.email')}
            type="email"
            autoComplete="email"
            required
            value={form.email}
            description={
              settings.pending_email
                ? t('security.confirmEmail.pending', { email: settings.pending_email })
                : undefined
            }
            error={fields.email}
            onChange={(event) => put({ email: event.currentTarget.value })}
          />
          <PasswordInput
            label={<Label optional>{t('accounts.settings.newPassword')}</Label>}
            autoComplete="new-password"
            description={t('accounts.settings.newPasswordHelp')}
            value={form.new_password}
            error={fields.new_password}
            onChange={(event) => put({ new_password: event.currentTarget.value })}
            visibilityToggleButtonProps={{ 'aria-label': t('accounts.showPassword') }}
          />
          {form.new_password !== '' || form.email.trim().toLowerCase() !== settings.email ? (
            <OwnLoginFields
              description={t('security.currentPasswordHelp')}
              value={form}
              errors={fields}
              onChange={put}
            />
          ) : null}
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
          label={t('accounts.settings.avatar')}
          description={t('accounts.settings.avatarHelp')}
          checked={form.avatar}
          onChange={(event) => put({ avatar: event.currentTarget.checked })}
        />
      </Section>
      <Section title={t('accounts.settings.business')}>
        <Two>
          <TextInput
            label={t('accounts.settings.businessName')}
            value={form.business_name}
            error={fields.business_name}
            onChange={(event) => put({ business_name: event.currentTarget.value })}
          />
          <Select
            label={t('accounts.settings.country')}
            description={t('accounts.settings.countryHelp')}
            data={countryChoices()}
            searchable
            allowDeselect={false}
            value={form.country}
            error={fields.country}
            onChange={(country) => country && put({ country })}
          />
          <Select
            label={t('accounts.settings.timezone')}
            description={t('accounts.settings.timezoneHelp')}
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
        title={t('accounts.settings.provider')}
        aside={
          <Status tone={settings.has_api_key ? 'delivered' : 'wait'}>
            {settings.has_api_key ? t('accounts.settings.keyStored') : t('accounts.settings.noKey')}
          </Status>
        }
      >
        <PasswordInput
          label={<Label optional>{t('accounts.settings.key')}</Label>}
          autoComplete="off"
          description={
            settings.has_api_key ? t('accounts.settings.keyReplaceHelp') : t('accounts.settings.keyHelp')
          }
          value={form.api_key}
          error={fields.api_key}
          onChange={(event) => put({ api_key: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': t('accounts.settings.showKey') }}
        />
        {finding ? (
          <p className="hint" role="status">
            {finding.sentence}{' '}
            {finding.choose ? <Link to="/meta/select-assets">{t('accounts.settings.choose')}</Link> : null}
          </p>
        ) : null}
        {settings.has_api_key ? (
          <Button kind="danger" size="small" className="mt3" onClick={() => void removeKey()}>
            {t('accounts.settings.removeKey')}
          </Button>
        ) : null}
      </Section>
      <Button type="submit" kind="yours" size="large" busy={save.isPending && t('accounts.settings.saving')}>
        {t('accounts.settings.save')}
      </Button>
    </form>
  )
}
