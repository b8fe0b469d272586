import { Select, TagsInput, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import { FieldKind, fields, type LeadField, mostFields } from '#contract/leads/fields.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SubmitError, Two } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'

const words = () => ({ failed: t('app.failedTryAgain') })
const empty = { name: '', kind: 'text' as FieldKind, choices: [] as string[] }

/** The fields that the business keeps for its leads. */
export function FieldsSection() {
  const list = useQuery(queryFor(fields.list))
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: keyOf(fields.list) })
  const remove = useMutation({
    mutationFn: (id: number) => call(fields.remove, { params: { id } }),
    onSuccess: changed,
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
  const askRemove = async ({ id, name }: LeadField) => {
    const yes = await confirm({
      title: t('businessSettings.fields.removeTitle', { name }),
      consequence: t('businessSettings.fields.removeText'),
      confirm: t('businessSettings.fields.remove'),
    })
    if (yes) remove.mutate(id)
  }
  const columns: Column<LeadField>[] = [
    {
      key: 'name',
      title: t('businessSettings.fields.name'),
      phone: 'wide',
      cell: ({ name }) => <b>{name}</b>,
    },
    {
      key: 'kind',
      title: t('businessSettings.fields.kind'),
      phone: 'wide',
      cell: ({ kind, choices }) =>
        kind === 'choice' ? choices.join(', ') : t('businessSettings.fields.kinds', { kind }),
    },
    {
      key: 'acts',
      title: <span className="sr">{t('businessSettings.fields.remove')}</span>,
      className: 'r card-end',
      phone: 'wide',
      cell: (field) => (
        <Button
          size="small"
          kind="danger"
          aria-label={t('businessSettings.fields.removeLabel', { name: field.name })}
          onClick={() => void askRemove(field)}
        >
          {t('businessSettings.fields.remove')}
        </Button>
      ),
    },
  ]
  return (
    <Section title={t('businessSettings.fields.title')}>
      <p className="t2">{t('businessSettings.fields.help')}</p>
      {list.data ? (
        <>
          {list.data.fields.length > 0 ? (
            <DataTable
              label={t('businessSettings.fields.title')}
              columns={columns}
              rows={list.data.fields}
              keyOf={({ id }) => id}
            />
          ) : null}
          {list.data.fields.length < mostFields ? <AddField onAdded={changed} /> : null}
        </>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('businessSettings.fields.title')} />
      )}
    </Section>
  )
}

function AddField({ onAdded }: { onAdded: () => Promise<void> }) {
  const [form, setForm] = useState(empty)
  const add = useMutation({
    mutationFn: (body: InputOf<typeof fields.add>['body']) => call(fields.add, { body }),
    onSuccess: async () => {
      setForm(empty)
      await onAdded()
    },
  })
  const faults = add.error instanceof ApiError ? add.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate(form)
  }
  const kinds = FieldKind.options.map((kind) => ({
    value: kind,
    label: t('businessSettings.fields.kinds', { kind }),
  }))
  return (
    <form className="narrow mt4" onSubmit={submit} noValidate>
      <Two>
        <TextInput
          label={t('businessSettings.fields.name')}
          maxLength={60}
          value={form.name}
          error={faults.name}
          onChange={({ currentTarget: { value } }) => setForm((now) => ({ ...now, name: value }))}
        />
        <Select
          label={t('businessSettings.fields.kind')}
          data={kinds}
          allowDeselect={false}
          value={form.kind}
          onChange={(kind) => setForm((now) => ({ ...now, kind: FieldKind.catch('text').parse(kind) }))}
        />
      </Two>
      {form.kind === 'choice' ? (
        <TagsInput
          className="mt4"
          label={t('businessSettings.fields.choices')}
          description={t('businessSettings.fields.choicesHelp')}
          maxTags={50}
          value={form.choices}
          error={faults.choices}
          onChange={(choices) => setForm((now) => ({ ...now, choices }))}
        />
      ) : null}
      <SubmitError error={add.error} words={words()} />
      <Button type="submit" className="mt4" busy={add.isPending && t('businessSettings.saving')}>
        {t('businessSettings.fields.add')}
      </Button>
    </form>
  )
}
