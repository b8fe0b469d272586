import { TextInput } from '@mantine/core'
import { IconCheck, IconDownload, IconSend, IconTag, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bulkUndoDays } from '#contract/leads/changes.ts'
import { type Audience, type LeadFilter, leads } from '#contract/leads.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SelectionBar } from '#web/components/page.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { howMissing } from '../consent.tsx'
import { ConsentForm } from '../consent-form.tsx'
import { writePath } from '../import/import.queries.ts'
import { leadWords, useLeadsChanged } from '../leads.queries.ts'
import { changeSentence } from './bulk-progress.tsx'

type Selected = ReadonlySet<string | number>

/** More ids do not fit into an address; a tag does. */
const mostInAddress = 500
const pickedPath = (selected: Selected): string => `/campaigns?leads=${[...selected].join(',')}`

/** The Campaign Manager names a view by its tag; any other it does not know. */
function wholeViewPath({
  tag,
  consent,
  search,
}: Pick<LeadFilter, 'tag' | 'consent' | 'search'>): string | null {
  const [only, ...others] = tag ?? []
  return only && others.length === 0 && !consent && !search ? writePath(only) : null
}

/** What is done with the selected leads, or with all that the filters find. */
export function BulkActions({
  selected,
  onClear,
  total,
  filter,
  wholePage,
}: {
  selected: Selected
  /** Nothing is selected any more. */
  onClear: () => void
  total: number | undefined
  filter: Pick<LeadFilter, 'tag' | 'consent' | 'search'>
  /** Every row of this page is selected: then all of the list may be meant. */
  wholePage: boolean
}) {
  const [all, setAll] = useState(false)
  const [tagging, setTagging] = useState(false)
  const [asking, setAsking] = useState(false)
  const changed = useLeadsChanged()
  if (all && !wholePage) setAll(false)
  const count = all && total !== undefined ? total : selected.size
  const audience: Audience = all
    ? { tags: filter.tag, consent: filter.consent, search: filter.search, all: true }
    : { lead_ids: [...selected].map(Number) }
  const bulk = useMutation({
    mutationFn: (input: { action: 'tag' | 'untag' | 'delete' | 'consent'; tag?: string; details?: string }) =>
      call(leads.bulk, { body: { audience, ...input } }),
    onSuccess: async ({ change }, { action }) => {
      if (change.status === 'done') toast.success(changeSentence(change))
      setTagging(false)
      setAsking(false)
      if (action === 'delete') onClear()
      await changed()
    },
    onError: (error) => toast.error(sentenceFor(error, leadWords.change)),
  })
  const failedAt = bulk.variables?.action
  if (count === 0) return null
  const campaign = all ? wholeViewPath(filter) : selected.size <= mostInAddress ? pickedPath(selected) : null
  const remove = async () => {
    const sure = await confirm({
      title: `Delete ${counted(count, 'lead', 'leads')}?`,
      consequence: `They leave your lists and every audience. Messages already sent stay in the logs, and who opted out stays opted out, also when the number is added again. You can undo this for ${bulkUndoDays} days.`,
      confirm: count === 1 ? 'Delete lead' : 'Delete leads',
      cancel: count === 1 ? 'Keep it' : 'Keep them',
    })
    if (sure) bulk.mutate({ action: 'delete' })
  }
  const save = async () => {
    try {
      await download(leads.export, 'leads.csv', { query: all ? filter : { id: [...selected].map(Number) } })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: 'The file could not be made. Try again.' }))
    }
  }
  return (
    <>
      <SelectionBar
        label="Selected leads"
        says={
          <>
            <b>{formatNumber(count)}</b> selected
          </>
        }
        more={
          <>
            {wholePage && !all && total !== undefined && total > selected.size ? (
              <Button kind="quiet" size="small" onClick={() => setAll(true)}>
                Select all {formatNumber(total)}
              </Button>
            ) : null}
            <Button kind="quiet" size="small" onClick={onClear}>
              Clear
            </Button>
          </>
        }
      >
        {campaign ? (
          <LinkButton size="small" icon={<Icon of={IconSend} size="small" />} to={campaign}>
            Write to them
          </LinkButton>
        ) : null}
        <Button size="small" icon={<Icon of={IconTag} size="small" />} onClick={() => setTagging(true)}>
          Tag
        </Button>
        <Button size="small" icon={<Icon of={IconCheck} size="small" />} onClick={() => setAsking(true)}>
          Record consent
        </Button>
        <Button size="small" icon={<Icon of={IconDownload} size="small" />} onClick={() => void save()}>
          Export
        </Button>
        <Button
          kind="danger"
          size="small"
          icon={<Icon of={IconTrash} size="small" />}
          busy={bulk.isPending && bulk.variables.action === 'delete' && 'Deleting...'}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      </SelectionBar>
      <TagWindow
        opened={tagging}
        count={count}
        busy={bulk.isPending}
        failed={failedAt === 'tag' || failedAt === 'untag' ? bulk.error : null}
        onClose={() => setTagging(false)}
        onTag={(action, tag) => bulk.mutate({ action, tag })}
      />
      <ConsentForm
        opened={asking}
        title={`Record consent of ${counted(count, 'lead', 'leads')}`}
        lead="Campaigns will reach these people. Those who opted out stay opted out. Your words are kept as proof."
        label="How they agreed"
        placeholder="Order form in the shop"
        missing={howMissing}
        act="Record consent"
        kind="yours"
        busy={bulk.isPending}
        failed={failedAt === 'consent' ? bulk.error : null}
        onClose={() => setAsking(false)}
        onSave={(details) => bulk.mutate({ action: 'consent', details })}
      />
    </>
  )
}

function TagWindow({
  opened,
  count,
  busy,
  failed,
  onClose,
  onTag,
}: {
  opened: boolean
  count: number
  busy: boolean
  /** Why the last try was refused. */
  failed: unknown
  onClose: () => void
  onTag: (action: 'tag' | 'untag', tag: string) => void
}) {
  const [tag, setTag] = useState('')
  const [fault, setFault] = useState('')
  const act = (action: 'tag' | 'untag') => {
    if (tag.trim()) onTag(action, tag.trim())
    else setFault('Name the tag.')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act('tag')
  }
  return (
    <Window opened={opened} onClose={onClose} title={`Tag ${counted(count, 'lead', 'leads')}`}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Tag"
          data-autofocus
          maxLength={60}
          autoComplete="off"
          value={tag}
          error={fault}
          onChange={({ currentTarget }) => {
            setTag(currentTarget.value)
            setFault('')
          }}
        />
        <SubmitError error={failed} words={leadWords.change} />
        <div className="acts">
          <Button kind="quiet" onClick={() => act('untag')}>
            Take this tag off
          </Button>
          <Button type="submit" kind="yours" busy={busy && 'Tagging...'}>
            Add tag
          </Button>
        </div>
      </form>
    </Window>
  )
}
