import { NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/chatbot/flow.ts'
import type { FlowSummary } from '#contract/chatbot/flows.ts'
import { KeywordLanguage, type Rule, type RuleAction, type RuleMatch } from '#contract/chatbot/rules.ts'
import { Button } from '#web/components/forms/button.tsx'
import { FieldGroup, FormError, Label } from '#web/components/forms/field.tsx'
import { useFieldFaults } from '#web/components/forms/use-field-faults.ts'
import { SidePanel } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { useCreateRule, useDeleteRule, useMembers, useReorderRules, useSaveRule } from '../chatbot.queries.ts'
import { newMatch } from './rule-words.ts'

const matchKinds = ['keyword', 'first_message', 'outside_hours', 'button', 'referral', 'any'] as const
const modes = ['any_of', 'contains', 'is', 'starts_with'] as const
const actions = ['flow', 'reply', 'tag', 'assign', 'hand_over'] as const
const fields = [
  'match.words',
  'match.payload',
  'match.source',
  'action.flow_id',
  'action.text',
  'action.tag',
  'action.user_id',
  'name',
] as const

/** What has to be filled in still, by its field. */
function missingIn(match: RuleMatch, action: RuleAction): Record<string, string> {
  const missing: Record<string, string> = {}
  const isEmptyMatch =
    (match.kind === 'keyword' && match.words.length === 0 && 'match.words') ||
    (match.kind === 'button' && match.payload.trim() === '' && 'match.payload')
  if (isEmptyMatch) missing[isEmptyMatch] = t('chatbot.rules.matchNeeded')
  const isEmptyAction =
    (action.kind === 'flow' && action.flow_id === 0 && 'action.flow_id') ||
    (action.kind === 'reply' && action.text.trim() === '' && 'action.text') ||
    (action.kind === 'tag' && action.tag.trim() === '' && 'action.tag') ||
    (action.kind === 'assign' && action.user_id === 0 && 'action.user_id')
  if (isEmptyAction) missing[isEmptyAction] = t('chatbot.rules.actionNeeded')
  return missing
}

/** A rule: when it acts, and what it then does. Without a rule a new one is added at the end. */
export function RuleEditor({
  rule,
  rules,
  flows,
  onClose,
}: {
  rule: Rule | null
  /** All, in their order: a deleted one comes back to its place. */
  rules: readonly Rule[]
  flows: readonly FlowSummary[]
  onClose: () => void
}) {
  const members = useMembers()
  const create = useCreateRule()
  const save = useSaveRule()
  const remove = useDeleteRule()
  const reorder = useReorderRules()
  const [read] = useState(rule?.updated_at)
  const [name, setName] = useState(rule?.name ?? '')
  const [match, setMatch] = useState<RuleMatch>(rule?.match ?? newMatch('keyword'))
  const first = rule?.action
  const [kind, setKind] = useState<RuleAction['kind']>(first?.kind ?? 'flow')
  const [flow, setFlow] = useState(first?.kind === 'flow' ? String(first.flow_id) : '')
  const [text, setText] = useState(first?.kind === 'reply' ? first.text : '')
  const [tag, setTag] = useState(first?.kind === 'tag' ? first.tag : '')
  const [member, setMember] = useState(first?.kind === 'assign' ? String(first.user_id) : '')
  const [number, setNumber] = useState(rule?.phone_number_id ?? '')
  const numbers = useConnection()?.accounts.flatMap(({ phone_numbers }) => phone_numbers) ?? []
  const [fault, setFault] = useState('')
  const faults = useFieldFaults()
  const busy = create.isPending || save.isPending

  const action: RuleAction =
    kind === 'flow'
      ? { kind, flow_id: Number(flow) }
      : kind === 'reply'
        ? { kind, text }
        : kind === 'tag'
          ? { kind, tag }
          : kind === 'assign'
            ? { kind, user_id: Number(member) }
            : { kind }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(match, action)
    faults.set(missing)
    setFault('')
    if (Object.keys(missing).length > 0) return
    const body = {
      name,
      match,
      action,
      phone_number_id: number || null,
    }
    const on = {
      onSuccess: () => {
        toast.success(t('chatbot.rules.saved'))
        onClose()
      },
      onError: (error: Error) => {
        if (!faults.take(error, fields)) setFault(sentenceFor(error, { failed: t('chatbot.notSaved') }))
      },
    }
    if (rule) save.mutate({ params: { id: rule.id }, body: { ...body, updated_at: read } }, on)
    else create.mutate({ body }, on)
  }
  const drop = async () => {
    if (!rule) return
    try {
      await remove.mutateAsync({ params: { id: rule.id } })
    } catch (error) {
      return setFault(sentenceFor(error, { failed: t('chatbot.notSaved') }))
    }
    toast.success(t('chatbot.rules.deleted'), { undo: { run: () => void bringBack(rule) } })
    onClose()
  }
  const bringBack = async ({ id, flow_name: _, hits: __, updated_at: ___, ...values }: Rule) => {
    try {
      const again = await create.mutateAsync({ body: values })
      const ids = rules.map((one) => (one.id === id ? again.rule.id : one.id))
      await reorder.mutateAsync({ body: { ids } })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('chatbot.notSaved') }))
    }
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={rule ? t('chatbot.rules.edit') : t('chatbot.rules.add')}
      actions={
        <>
          {rule ? (
            <Button kind="danger" onClick={() => void drop()}>
              {t('chatbot.rules.delete')}
            </Button>
          ) : null}
          <Button kind="ink" type="submit" form="rule" busy={busy && t('app.workingBusy')}>
            {t('app.save')}
          </Button>
        </>
      }
    >
      <form id="rule" className="sp-form" onSubmit={submit} noValidate>
        <FieldGroup label={t('chatbot.rules.when')}>
          <div className="sp-form">
            <NativeSelect
              aria-label={t('chatbot.rules.when')}
              value={match.kind}
              data={matchKinds.map((one) => ({
                value: one,
                label: t('chatbot.rules.matchKind', { kind: one }),
              }))}
              onChange={({ currentTarget }) => setMatch(newMatch(currentTarget.value))}
            />
            {match.kind === 'keyword' ? (
              <>
                <NativeSelect
                  label={t('chatbot.rules.match')}
                  value={match.mode}
                  data={modes.map((mode) => ({ value: mode, label: t('chatbot.rules.keyword', { mode }) }))}
                  onChange={({ currentTarget }) => {
                    const mode = modes.find((one) => one === currentTarget.value)
                    if (mode) setMatch({ ...match, mode })
                  }}
                />
                <TagsInput
                  label={t('chatbot.rules.words')}
                  description={t('chatbot.rules.wordsHelp')}
                  value={match.words}
                  error={faults.at('match.words')}
                  maxTags={50}
                  maxLength={100}
                  acceptValueOnBlur
                  onChange={(words) => {
                    setMatch({ ...match, words })
                    faults.changed('match.words')
                  }}
                />
                <NativeSelect
                  label={t('chatbot.rules.language')}
                  description={t('chatbot.rules.languageHelp')}
                  value={match.language}
                  data={KeywordLanguage.options.map((language) => ({
                    value: language,
                    label: t('chatbot.rules.languageName', { language }),
                  }))}
                  onChange={({ currentTarget }) => {
                    const language = KeywordLanguage.safeParse(currentTarget.value)
                    if (language.success) setMatch({ ...match, language: language.data })
                  }}
                />
              </>
            ) : null}
            {match.kind === 'button' ? (
              <TextInput
                label={t('chatbot.rules.payload')}
                description={t('chatbot.rules.payloadHelp')}
                value={match.payload}
                error={faults.at('match.payload')}
                maxLength={256}
                onChange={({ currentTarget }) => setMatch({ ...match, payload: currentTarget.value })}
              />
            ) : null}
            {match.kind === 'referral' ? (
              <TextInput
                label={<Label optional>{t('chatbot.rules.source')}</Label>}
                aria-label={t('chatbot.rules.source')}
                description={t('chatbot.rules.sourceHelp')}
                value={match.source}
                error={faults.at('match.source')}
                maxLength={500}
                onChange={({ currentTarget }) => setMatch({ ...match, source: currentTarget.value })}
              />
            ) : null}
          </div>
        </FieldGroup>
        <FieldGroup label={t('chatbot.rules.action')}>
          <div className="sp-form">
            <NativeSelect
              aria-label={t('chatbot.rules.action')}
              value={kind}
              data={actions.map((one) => ({
                value: one,
                label: t('chatbot.rules.actionKind', { kind: one }),
              }))}
              onChange={({ currentTarget }) => {
                const next = actions.find((one) => one === currentTarget.value)
                if (next) setKind(next)
              }}
            />
            {kind === 'flow' ? (
              <NativeSelect
                label={t('chatbot.rules.flow')}
                value={flow}
                error={faults.at('action.flow_id')}
                data={[{ value: '', label: t('chatbot.rules.chooseFlow') }, ...flowChoices(flows, rule)]}
                onChange={({ currentTarget }) => {
                  setFlow(currentTarget.value)
                  faults.changed('action.flow_id')
                }}
              />
            ) : null}
            {kind === 'reply' ? (
              <Textarea
                label={
                  <Label count={text.length} of={limits.text}>
                    {t('chatbot.form.text')}
                  </Label>
                }
                aria-label={t('chatbot.form.text')}
                autosize
                minRows={3}
                maxRows={10}
                value={text}
                error={faults.at('action.text')}
                onChange={({ currentTarget }) => {
                  setText(currentTarget.value)
                  faults.changed('action.text')
                }}
              />
            ) : null}
            {kind === 'tag' ? (
              <TextInput
                label={t('chatbot.form.tag')}
                value={tag}
                error={faults.at('action.tag')}
                maxLength={100}
                onChange={({ currentTarget }) => {
                  setTag(currentTarget.value)
                  faults.changed('action.tag')
                }}
              />
            ) : null}
            {kind === 'assign' ? (
              <NativeSelect
                label={t('chatbot.form.member')}
                value={member}
                error={faults.at('action.user_id')}
                data={[
                  { value: '', label: t('chatbot.rules.chooseMember') },
                  ...members.map(({ id, name: label }) => ({ value: String(id), label })),
                ]}
                onChange={({ currentTarget }) => {
                  setMember(currentTarget.value)
                  faults.changed('action.user_id')
                }}
              />
            ) : null}
          </div>
        </FieldGroup>
        {numbers.length > 1 || number !== '' ? (
          <NativeSelect
            label={t('chatbot.rules.number')}
            value={number}
            data={[
              { value: '', label: t('chatbot.rules.everyNumber') },
              ...numbers.map((one) => ({ value: one.phone_number_id, label: one.display_phone_number })),
            ]}
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          />
        ) : null}
        <TextInput
          label={<Label optional>{t('chatbot.rules.name')}</Label>}
          aria-label={t('chatbot.rules.name')}
          value={name}
          error={faults.at('name')}
          maxLength={80}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <FormError>{fault}</FormError>
      </form>
    </SidePanel>
  )
}

/** A rule keeps a flow that was archived since. */
function flowChoices(flows: readonly FlowSummary[], rule: Rule | null) {
  const choices = flows.map(({ id, name }) => ({ value: String(id), label: name }))
  if (rule?.action.kind !== 'flow') return choices
  const value = String(rule.action.flow_id)
  return choices.some((one) => one.value === value)
    ? choices
    : [...choices, { value, label: rule.flow_name ?? '–' }]
}
