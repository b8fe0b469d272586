import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Sequence, SequencePerson } from '#contract/growth/sequences.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { TableFilter, TableTools } from '#web/components/tables/table-tools.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { isStepWaiting, numbered, stepText } from '../sequence-words.ts'
import { useSegments, useSequencePeople, useStopPerson } from '../sequences.queries.ts'
import { AddPeople } from './add-people.tsx'

/** Who is in the sequence, and who left it and why. */
export function SequencePeople({ sequence }: { sequence: Sequence }) {
  const [state, setState] = useState<SequencePerson['state'] | ''>('')
  const [adding, setAdding] = useState(false)
  const list = useSequencePeople(sequence.id, state || undefined)
  const rows = list.data?.pages.flatMap(({ people }) => people) ?? []
  return (
    <Section
      title={t('sequences.people')}
      aside={
        sequence.state === 'running' ? (
          <Button size="small" icon={<Icon of={IconUserPlus} size="small" />} onClick={() => setAdding(true)}>
            {t('sequences.addPeople')}
          </Button>
        ) : undefined
      }
    >
      <AddPeople sequence={sequence} opened={adding} onClose={() => setAdding(false)} />
      <TableTools>
        <TableFilter
          label={t('sequences.show')}
          value={state}
          onChange={(value) =>
            setState(SequencePerson.shape.state.options.find((one) => one === value) ?? '')
          }
          choices={[
            { value: '', name: t('sequences.everybody') },
            ...SequencePerson.shape.state.options.map((value) => ({
              value,
              name: t('sequences.personState', { state: value }),
            })),
          ]}
        />
      </TableTools>
      {list.data ? (
        <>
          <PeopleTable sequence={sequence} rows={rows} />
          <ShowMore list={list} older className="mt3" />
        </>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('sequences.loading')} />
      )}
    </Section>
  )
}

function PeopleTable({ sequence, rows }: { sequence: Sequence; rows: readonly SequencePerson[] }) {
  const stop = useStopPerson()
  const segments = useSegments()
  const { timezone: zone, content, templates, shown_version } = sequence
  const nameOf = ({ name, phone }: SequencePerson): string =>
    name || (phone ? formatPhone(phone) : t('sequences.gone'))
  const ask = async (person: SequencePerson) => {
    const yes = await confirm({
      title: t('sequences.stopAsk', { name: nameOf(person) }),
      consequence: t('sequences.stopConsequence'),
      confirm: t('sequences.stop'),
    })
    if (yes) stop.mutate({ params: { id: sequence.id, person_id: person.id } })
  }
  const whereText = ({ state, reason, step, version }: SequencePerson): string => {
    if (state === 'stopped' && reason) return t('sequences.reason', { reason })
    if (state !== 'active') return t('sequences.personState', { state })
    const at = version === shown_version ? content.steps[step] : undefined
    return at
      ? numbered(content, step, stepText(at, { templates, segments }))
      : t('sequences.stepOf', { step: step + 1, version })
  }
  return (
    <DataTable
      label={t('sequences.people')}
      rows={rows}
      keyOf={({ id }) => id}
      empty={
        <Empty level={3} title={t('sequences.noPeople')}>
          {t(sequence.state === 'draft' ? 'sequences.noPeopleDraft' : 'sequences.noPeopleText')}
        </Empty>
      }
      columns={[
        {
          key: 'person',
          title: t('sequences.person'),
          phone: 'wide',
          cell: (person) =>
            person.lead_id === null ? (
              <span className="t3">{nameOf(person)}</span>
            ) : (
              <Link className="row-a" to={`/lead-generator/${person.lead_id}`}>
                {nameOf(person)}
              </Link>
            ),
        },
        {
          key: 'where',
          title: t('sequences.where'),
          phone: 'wide',
          cell: (person) => whereText(person),
        },
        {
          key: 'entered',
          title: t('sequences.entered'),
          phone: 'away',
          className: 't2 nw',
          cell: ({ entered_at }) => <time dateTime={entered_at}>{formatMoment(entered_at, zone)}</time>,
        },
        {
          key: 'next',
          title: t('sequences.next'),
          phone: 'wide',
          className: 't2 nw',
          cell: (person) => {
            if (isStepWaiting(sequence, person, Date.now())) return t('sequences.nextWaits')
            const at = person.state === 'active' ? person.due_at : person.ended_at
            return at ? <time dateTime={at}>{formatMoment(at, zone)}</time> : null
          },
        },
        {
          key: 'stop',
          title: t('sequences.stop'),
          right: true,
          cell: (person) =>
            person.state === 'active' ? (
              <Button
                kind="quiet"
                size="small"
                aria-label={t('sequences.stopLabel', { name: nameOf(person) })}
                onClick={() => void ask(person)}
              >
                {t('sequences.stop')}
              </Button>
            ) : null,
        },
      ]}
    />
  )
}
