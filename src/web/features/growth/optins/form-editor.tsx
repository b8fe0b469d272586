import { Checkbox, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type FormContent,
  type FormTexts,
  formLanguages,
  type OptinForm,
} from '#contract/growth/optin-form.ts'
import { currentLanguage, languageNames } from '#contract/messages/language.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Two } from '#web/components/forms/field.tsx'
import { useLeaveQuestion } from '#web/components/forms/use-leave-question.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError } from '#web/net/api-error.ts'
import { FieldList } from './field-list.tsx'
import { FormPreview } from './form-preview.tsx'
import { useCreateForm, useSaveForm } from './optins.queries.ts'
import { PhotoField } from './photo-field.tsx'
import { QuestionPicker } from './question-picker.tsx'

const mostText = 300

type Texts = FormContent['texts'][number]

const firstTexts = (): Texts => ({
  language: formLanguages.find((one) => one === currentLanguage()) ?? 'en',
  heading: t('growth.optins.defaultHeading'),
  text: t('growth.optins.defaultText'),
  consent: t('growth.optins.defaultConsent'),
  button: t('growth.optins.defaultButton'),
  welcome: '',
})

/** The words of a form in each language, its name and its tag. */
export function FormEditor({ form }: { form: OptinForm | null }) {
  const [name, setName] = useState(form?.name ?? '')
  const [tag, setTag] = useState(form?.tag ?? '')
  const [asksName, setAsksName] = useState(form?.content.ask_name ?? true)
  const [fields, setFields] = useState(form?.content.fields ?? [])
  const [privacyUrl, setPrivacyUrl] = useState(form?.content.privacy_url ?? '')
  const [address, setAddress] = useState(form?.content.address ?? '')
  const [texts, setTexts] = useState<Texts[]>(() => form?.content.texts ?? [firstTexts()])
  const [language, setLanguage] = useState(texts[0]?.language ?? 'en')
  const [confirm, setConfirm] = useState(form?.confirm ?? null)
  const [asks, setAsks] = useState(confirm !== null)
  const [keyword, setKeyword] = useState(form?.keyword ?? '')
  const [sites, setSites] = useState(form?.sites ?? [])
  const [isTried, setTried] = useState(false)
  const create = useCreateForm()
  const save = useSaveForm()
  const navigate = useNavigate()
  const failure = form ? save.error : create.error
  const siteFault = faultAt('sites', failure)
  const shown = texts.find((one) => one.language === language) ?? texts[0]
  const missing = formLanguages.filter((one) => !texts.some((text) => text.language === one))
  const set = (change: Partial<Texts>) =>
    setTexts(texts.map((one) => (one.language === shown?.language ? { ...one, ...change } : one)))
  const faultOf = (value: string) =>
    isTried && value.trim() === '' ? t('growth.optins.required') : undefined
  const lacks = ({ heading, consent, button }: FormTexts) =>
    [heading, consent, button].some((one) => !one.trim())

  const lacksQuestion = asks && confirm === null
  const content = { ask_name: asksName, fields, privacy_url: privacyUrl, address, texts }
  const body = { name, tag: tag.trim() || null, content, confirm, keyword: keyword.trim() || null, sites }
  // The form that the edit began with, and what of it is saved.
  const read = useRef(form?.revision)
  const typed = JSON.stringify(body)
  const saved = useRef(typed)
  useLeaveQuestion(() => typed !== saved.current)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const broken = texts.find(lacks)
    if (broken) setLanguage(broken.language)
    if (broken || !name.trim() || lacksQuestion) {
      const written = event.currentTarget
      requestAnimationFrame(() =>
        written.querySelector<HTMLElement>('[aria-invalid=true], [aria-describedby*="-error"]')?.focus(),
      )
      return
    }
    if (form) {
      save.mutate(
        { params: { id: form.id }, body: { ...body, revision: read.current } },
        {
          onSuccess: (answer) => {
            read.current = answer.form.revision
            saved.current = typed
            toast.success(t('growth.optins.saved'))
          },
        },
      )
    } else {
      const onSuccess = (made: { form: OptinForm }) => {
        saved.current = typed
        void navigate(`/opt-ins/${made.form.id}`)
      }
      create.mutate({ body }, { onSuccess })
    }
  }
  if (!shown) return null
  return (
    <div className="cols wide">
      <form onSubmit={submit} noValidate className="stack">
        <Two>
          <TextInput
            label={t('growth.optins.name')}
            description={t('growth.optins.nameHint')}
            value={name}
            maxLength={80}
            error={faultOf(name)}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label={t('growth.optins.tag')}
            description={t('growth.optins.tagHint')}
            value={tag}
            maxLength={60}
            onChange={({ currentTarget }) => setTag(currentTarget.value)}
          />
        </Two>
        <div className="row">
          <NativeSelect
            label={t('growth.optins.language')}
            value={shown.language}
            data={texts.map((one) => ({ value: one.language, label: languageNames[one.language] }))}
            onChange={({ currentTarget }) =>
              setLanguage(formLanguages.find((one) => one === currentTarget.value) ?? shown.language)
            }
          />
          {missing.length > 0 ? (
            <NativeSelect
              label={t('growth.optins.addLanguage')}
              value=""
              data={[
                { value: '', label: '–' },
                ...missing.map((one) => ({ value: one, label: languageNames[one] })),
              ]}
              onChange={({ currentTarget }) => {
                const added = missing.find((one) => one === currentTarget.value)
                if (!added) return
                setTexts([
                  ...texts,
                  { language: added, heading: '', text: '', consent: '', button: '', welcome: '' },
                ])
                setLanguage(added)
              }}
            />
          ) : null}
          {texts.length > 1 ? (
            <Button
              kind="quiet"
              onClick={() => {
                const left = texts.filter((one) => one !== shown)
                setTexts(left)
                setLanguage(left[0]?.language ?? 'en')
              }}
            >
              {t('growth.optins.removeLanguage')}
            </Button>
          ) : null}
        </div>
        <TextInput
          label={t('growth.optins.heading')}
          value={shown.heading}
          maxLength={80}
          error={faultOf(shown.heading)}
          onChange={({ currentTarget }) => set({ heading: currentTarget.value })}
        />
        <TextInput
          label={t('growth.optins.text')}
          description={t('growth.optins.lettersUsed', { used: shown.text.length, most: mostText })}
          value={shown.text}
          maxLength={mostText}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        />
        <Textarea
          label={t('growth.optins.consent')}
          description={t('growth.optins.consentHint')}
          value={shown.consent}
          maxLength={600}
          autosize
          minRows={2}
          error={faultOf(shown.consent)}
          onChange={({ currentTarget }) => set({ consent: currentTarget.value })}
        />
        <TextInput
          label={t('growth.optins.button')}
          value={shown.button}
          maxLength={40}
          error={faultOf(shown.button)}
          onChange={({ currentTarget }) => set({ button: currentTarget.value })}
        />
        <Textarea
          label={t('growth.optins.welcome')}
          description={t('growth.optins.welcomeHint')}
          value={shown.welcome}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={({ currentTarget }) => set({ welcome: currentTarget.value })}
        />
        <PhotoField form={form} />
        <Checkbox
          label={t('growth.optins.askName')}
          checked={asksName}
          onChange={({ currentTarget }) => setAsksName(currentTarget.checked)}
        />
        <FieldList
          fields={fields}
          language={shown.language}
          error={faultAt('content.fields', failure)}
          onChange={setFields}
        />
        <QuestionPicker
          isOn={asks}
          value={confirm}
          language={shown.language}
          error={isTried && lacksQuestion ? t('growth.optins.confirmNeeded') : undefined}
          onSwitch={setAsks}
          onChange={setConfirm}
        />
        <TextInput
          label={t('growth.optins.keyword')}
          description={t('growth.optins.keywordHint')}
          value={keyword}
          maxLength={30}
          onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
        />
        <Two>
          <TextInput
            label={t('growth.optins.privacy')}
            description={t('growth.optins.privacyHint')}
            type="url"
            value={privacyUrl}
            maxLength={500}
            error={faultAt('content.privacy_url', failure)}
            onChange={({ currentTarget }) => setPrivacyUrl(currentTarget.value)}
          />
          <TextInput
            label={t('growth.optins.postal')}
            description={t('growth.optins.postalHint')}
            value={address}
            maxLength={200}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        </Two>
        <TagsInput
          label={t('growth.optins.sites')}
          description={t('growth.optins.sitesHint')}
          value={sites}
          maxTags={20}
          error={siteFault}
          onChange={setSites}
        />
        <div>
          <Button
            kind="ink"
            type="submit"
            busy={(create.isPending || save.isPending) && t('growth.optins.saving')}
          >
            {t('growth.optins.save')}
          </Button>
        </div>
      </form>
      <div className="stick">
        <FormPreview
          texts={shown}
          asksName={asksName}
          fields={fields}
          photo={form?.photo ?? null}
          phone={form?.join.phone ?? null}
        />
      </div>
    </div>
  )
}

/** What the server said about a field or a part of it. */
const faultAt = (field: string, error: Error | null): string | undefined =>
  error instanceof ApiError
    ? Object.entries(error.fields).find(([name]) => `${name}.`.startsWith(`${field}.`))?.[1]
    : undefined
