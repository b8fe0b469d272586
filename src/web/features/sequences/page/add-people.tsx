import { useState } from 'react'
import type { Sequence } from '#contract/growth/sequences.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { LeadPicker, TagsField } from '#web/features/campaigns/campaigns.ts'
import { t } from '#web/messages/t.ts'
import { useAddPeople } from '../sequences.queries.ts'

/** Adds people by tag, or picked one by one. */
export function AddPeople({
  sequence,
  opened,
  onClose,
}: {
  sequence: Sequence
  opened: boolean
  onClose: () => void
}) {
  const [way, setWay] = useState<'tag' | 'hand'>('tag')
  const [tags, setTags] = useState<string[]>([])
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const add = useAddPeople()
  const audience = way === 'tag' ? { tags } : { lead_ids: [...picked] }
  const isNobody = way === 'tag' ? tags.length === 0 : picked.size === 0
  const submit = () =>
    add.mutate(
      { params: { id: sequence.id }, body: { audience } },
      {
        onSuccess: ({ added }) => {
          toast.success(t('sequences.added', { count: added }))
          setTags([])
          setPicked(new Set())
          onClose()
        },
      },
    )
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title={t('sequences.addPeople')}
      actions={
        <Button kind="ink" disabled={isNobody} busy={add.isPending && t('sequences.saving')} onClick={submit}>
          {t('sequences.addThem')}
        </Button>
      }
    >
      <div className="stack">
        <p className="t2">{t(sequence.content.again ? 'sequences.addAgain' : 'sequences.addOnce')}</p>
        <Segmented
          label={t('sequences.addWay')}
          value={way}
          onChange={(value) => setWay(value === 'hand' ? 'hand' : 'tag')}
          choices={[
            { value: 'tag', name: t('sequences.byTag') },
            { value: 'hand', name: t('sequences.byHand') },
          ]}
        />
        {way === 'tag' ? (
          <TagsField
            label={t('sequences.tags')}
            placeholder={t('sequences.chooseTags')}
            value={tags}
            onChange={setTags}
          />
        ) : (
          <LeadPicker picked={picked} onChange={setPicked} />
        )}
      </div>
    </SidePanel>
  )
}
