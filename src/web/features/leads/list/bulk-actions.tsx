import { TextInput } from '@mantine/core'
import { IconCheck, IconDownload, IconSend, IconTag, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { bulkUndoDays } from '#contract/leads/changes.ts'
import type { Audience, LeadFilter } from '#contract/leads.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SelectionBar } from '#web/components/page.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { ConsentForm } from '../consent-form.tsx'
import { campaignPath } from '../import/import-state.ts'
import { leadErrors } from '../lead-errors.ts'
import { useBulkChange, useExportAudience } from '../leads.queries.ts'
import { changeText } from './change-text.ts'

type Selected = ReadonlySet<string | number>

/** More ids do not fit into an address. */
const mostInAddress = 500
const pickedPath = (selected: Selected): string => `/campaigns?leads=${[...selected].join(',')}`

/** The Campaign Manager takes all leads of one tag; no other filters. */
function wholeViewPath({
  tag,
  consent,
  search,
}: Pick<LeadFilter, 'tag' | 'consent' | 'search'>): string | null {
  const [only, ...others] = tag ?? []
  return only && others.length === 0 && !consent && !search ? campaignPath(only) : null
}

/** Actions on the selected leads, or on all that the filters find. */
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
  /** Every row of this page is selected: offers to select all. */
  wholePage: boolean
}) {
  // All that the filters found when it was pressed, of which there are so many; not what others find.
  const filters = JSON.stringify([filter.tag, filter.consent, filter.search])
  const [allOf, setAllOf] = useState<string>()
  const all = allOf === filters && wholePage && total !== undefined
  const [tagging, setTagging] = useState<false | 'tag' | 'campaign'>(false)
  const [asking, setAsking] = useState(false)
  if (allOf !== undefined && (allOf !== filters || !wholePage)) setAllOf(undefined)
  const count = all ? total : selected.size
  const audience: Audience = all
    ? { tags: filter.tag, consent: filter.consent, search: filter.search, all: true }
    : { lead_ids: [...selected].map(Number) }
  const bulk = useBulkChange({
    onSuccess: ({ change }, { action }) => {
      toast.success(change.status === 'done' ? changeText(change) : t('leads.bulk.started'))
      setTagging(false)
      setAsking(false)
      if (action === 'delete') onClear()
    },
    onError: (error) => toast.error(sentenceFor(error, leadErrors.change())),
  })
  const save = useExportAudience({
    onError: (error) => toast.error(sentenceFor(error, leadErrors.export())),
  })
  const failedAt = bulk.variables?.action
  if (count === 0) return null
  const campaign = all ? wholeViewPath(filter) : selected.size <= mostInAddress ? pickedPath(selected) : null
  const remove = async () => {
    const sure = await confirm({
      title: t('leads.bulk.deleteTitle', { count }),
      consequence: t('leads.bulk.deleteConsequence', { days: bulkUndoDays }),
      confirm: t('leads.bulk.deleteConfirm', { count }),
      cancel: t('leads.bulk.keep', { count }),
    })
    if (sure) bulk.mutate({ audience, action: 'delete' })
  }
  return (
    <>
      <SelectionBar
        label={t('leads.bulk.label')}
        says={t.rich('leads.bulk.selected', { count, b: tags.b })}
        more={
          <>
            {wholePage && !all && total !== undefined && total > selected.size ? (
              <Button kind="quiet" size="small" onClick={() => setAllOf(filters)}>
                {t('leads.bulk.selectAll', { total })}
              </Button>
            ) : null}
            <Button kind="quiet" size="small" onClick={onClear}>
              {t('leads.bulk.clear')}
            </Button>
          </>
        }
      >
        {campaign ? (
          <LinkButton size="small" icon={<Icon of={IconSend} size="small" />} to={campaign}>
            {t('leads.bulk.message')}
          </LinkButton>
        ) : (
          <Button
            size="small"
            icon={<Icon of={IconSend} size="small" />}
            onClick={() => setTagging('campaign')}
          >
            {t('leads.bulk.message')}
          </Button>
        )}
        <Button size="small" icon={<Icon of={IconTag} size="small" />} onClick={() => setTagging('tag')}>
          {t('leads.bulk.tag')}
        </Button>
        <Button size="small" icon={<Icon of={IconCheck} size="small" />} onClick={() => setAsking(true)}>
          {t('leads.consent.record')}
        </Button>
        <Button
          size="small"
          icon={<Icon of={IconDownload} size="small" />}
          onClick={() => save.mutate(audience)}
        >
          {t('leads.bulk.export')}
        </Button>
        <Button
          kind="danger"
          size="small"
          icon={<Icon of={IconTrash} size="small" />}
          busy={bulk.isPending && bulk.variables.action === 'delete' && t('leads.deleting')}
          onClick={() => void remove()}
        >
          {t('leads.bulk.delete')}
        </Button>
      </SelectionBar>
      <TagWindow
        opened={tagging !== false}
        lede={tagging === 'campaign' ? t('leads.bulk.messageByTag') : null}
        count={count}
        busy={bulk.isPending}
        failed={failedAt === 'tag' || failedAt === 'untag' ? bulk.error : null}
        onClose={() => setTagging(false)}
        onTag={(action, tag) => bulk.mutate({ audience, action, tag })}
      />
      <ConsentForm
        opened={asking}
        title={t('leads.bulk.consentTitle', { count })}
        lead={t('leads.bulk.consentLede')}
        label={t('leads.consent.how')}
        placeholder={t('leads.consent.howExample')}
        missing={t('leads.consent.howMissing')}
        act={t('leads.consent.record')}
        kind="yours"
        busy={bulk.isPending}
        failed={failedAt === 'consent' ? bulk.error : null}
        onClose={() => setAsking(false)}
        onSave={(details) => bulk.mutate({ audience, action: 'consent', details })}
      />
    </>
  )
}

function TagWindow({
  opened,
  lede,
  count,
  busy,
  failed,
  onClose,
  onTag,
}: {
  opened: boolean
  lede: string | null
  count: number
  busy: boolean
  /** The error of the last try. */
  failed: unknown
  onClose: () => void
  onTag: (action: 'tag' | 'untag', tag: string) => void
}) {
  const [tag, setTag] = useState('')
  const [fault, setFault] = useState('')
  const act = (action: 'tag' | 'untag') => {
    if (tag.trim()) onTag(action, tag.trim())
    else setFault(t('leads.bulk.tagMissing'))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act('tag')
  }
  return (
    <Window opened={opened} onClose={onClose} title={t('leads.bulk.tagTitle', { count })}>
      <form onSubmit={submit} noValidate>
        {lede === null ? null : <p className="t2">{lede}</p>}
        <TextInput
          {...(lede !== null && { className: 'mt3' })}
          label={t('leads.fields.tag')}
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
        <SubmitError error={failed} words={leadErrors.change()} />
        <div className="acts">
          <Button kind="quiet" onClick={() => act('untag')}>
            {t('leads.bulk.removeTag')}
          </Button>
          <Button type="submit" kind="yours" busy={busy && t('leads.bulk.tagging')}>
            {t('leads.bulk.addTag')}
          </Button>
        </div>
      </form>
    </Window>
  )
}
