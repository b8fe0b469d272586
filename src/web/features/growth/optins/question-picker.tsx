import { NativeSelect, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormConfirm, FormLanguage } from '#contract/growth/optin-form.ts'
import { optins } from '#contract/growth/optins.ts'
import { templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { useQuestions } from './optins.queries.ts'

const keyOfQuestion = ({ template_name, language }: FormConfirm) => `${template_name} ${language}`

type Props = {
  /** Whether people shall be asked; without a template nothing can be. */
  isOn: boolean
  value: FormConfirm | null
  /** Of the words that are edited. */
  language: FormLanguage
  error: string | undefined
  onSwitch: (isOn: boolean) => void
  onChange: (confirm: FormConfirm | null) => void
}

/** Whether people confirm by a button, and the utility template that asks them. */
export function QuestionPicker({ isOn, value, language, error, onSwitch, onChange }: Props) {
  const answer = useQuestions().data
  const questions = answer?.questions ?? []
  const isGone = value !== null && !questions.some((one) => keyOfQuestion(one) === keyOfQuestion(value))
  const all: FormConfirm[] = isGone ? [value, ...questions] : questions
  const chosen = questions.find((one) => value && keyOfQuestion(one) === keyOfQuestion(value))
  const choose = (found: FormConfirm | undefined) =>
    onChange(found ? { template_name: found.template_name, language: found.language } : null)
  return (
    <div className="stack">
      <Switch
        label={t('growth.optins.confirm')}
        description={t('growth.optins.confirmSwitch')}
        checked={isOn}
        error={error}
        onChange={({ currentTarget }) => {
          onSwitch(currentTarget.checked)
          choose(currentTarget.checked ? questions[0] : undefined)
        }}
      />
      {isOn && all.length > 0 ? (
        <NativeSelect
          label={t('growth.optins.confirmTemplate')}
          description={
            chosen
              ? t('growth.optins.confirmShown', { body: chosen.body, button: chosen.button })
              : t(isGone ? 'growth.optins.confirmGone' : 'growth.optins.confirmHint')
          }
          value={value ? keyOfQuestion(value) : ''}
          data={[
            ...(value ? [] : [{ value: '', label: t('growth.optins.confirmChoose') }]),
            ...all.map((one) => ({
              value: keyOfQuestion(one),
              label: `${one.template_name} (${one.language})`,
            })),
          ]}
          onChange={({ currentTarget }) =>
            choose(all.find((one) => keyOfQuestion(one) === currentTarget.value))
          }
        />
      ) : null}
      {isOn && answer && questions.length === 0 ? (
        answer.in_review ? (
          <p className="hint">{t('growth.optins.confirmSent')}</p>
        ) : (
          <NewQuestion language={language} />
        )
      ) : null}
    </div>
  )
}

/** Of the template library, made and sent for review by one press. */
const template_name = 'optin_confirmation'

function NewQuestion({ language }: { language: FormLanguage }) {
  const queries = useQueryClient()
  const library = useQuery(queryFor(templates.listPredefined)).data?.templates ?? []
  const ours = library.filter((one) => one.template_name === template_name)
  const found = ours.find((one) => one.language.startsWith(language)) ?? ours[0]
  const submit = useMutation({
    mutationFn: ({ language, category }: NonNullable<typeof found>) =>
      call(templates.submit, { body: { template_name, language, category, use_predefined: true } }),
    onSuccess: () =>
      Promise.all(
        [templates.list, templates.listMeta, optins.questions].map((one) =>
          queries.invalidateQueries({ queryKey: keyOf(one) }),
        ),
      ),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('growth.optins.notSaved') })),
  })
  return (
    <>
      <p className="hint">{t('growth.optins.confirmMissing')}</p>
      {found ? (
        <>
          <p className="sm">
            {t('growth.optins.confirmShown', { body: found.body, button: found.buttons[0]?.text ?? '' })}
          </p>
          <div>
            <Button
              size="small"
              busy={submit.isPending && t('growth.optins.confirmCreating')}
              onClick={() => submit.mutate(found)}
            >
              {t('growth.optins.confirmCreate')}
            </Button>
          </div>
        </>
      ) : null}
    </>
  )
}
