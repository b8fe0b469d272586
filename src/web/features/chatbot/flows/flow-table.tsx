import { Menu } from '@mantine/core'
import { IconArchive, IconCopy, IconDots, IconDownload } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { chatbotFlows, type FlowSummary } from '#contract/chatbot/flows.ts'
import { Empty } from '#web/components/empty.tsx'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Status } from '#web/components/status.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useArchiveFlow, useDuplicateFlow, useFiguresOf } from '../chatbot.queries.ts'
import { saveFile } from './flow-file.ts'

const stateOf = (flow: FlowSummary): 'draft' | 'published' | 'changed' =>
  flow.published_version === null ? 'draft' : flow.changed ? 'changed' : 'published'

/** The flows with their state and figures. */
export function FlowTable({ flows, onNew }: { flows: readonly FlowSummary[]; onNew: () => void }) {
  const figures = useFiguresOf(flows)
  const navigate = useNavigate()
  const count = (flow: FlowSummary, key: 'entered' | 'completed' | 'handed_over') => {
    const value = figures.get(flow.id)?.[key]
    return value === undefined ? '–' : formatNumber(value)
  }
  return (
    <DataTable
      label={t('chatbot.flows.title')}
      rows={flows}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate(`/chatbot/flows/${id}`)}
      empty={
        <Empty
          level={3}
          title={t('chatbot.flows.emptyTitle')}
          actions={<Button onClick={onNew}>{t('chatbot.newFlow')}</Button>}
        >
          {t('chatbot.flows.empty')}
        </Empty>
      }
      columns={[
        {
          key: 'name',
          title: t('chatbot.flows.name'),
          phone: 'wide',
          cell: (flow) => (
            <>
              <Link className="row-a" to={`/chatbot/flows/${flow.id}`}>
                {flow.name}
              </Link>
              <span className="flow-v">
                {flow.published_version === null
                  ? t('chatbot.flows.notPublished')
                  : t('chatbot.flows.version', { version: flow.published_version })}
              </span>
            </>
          ),
        },
        {
          key: 'entered',
          title: t('chatbot.flows.started'),
          right: true,
          className: 'num',
          phone: 'away',
          cell: (flow) => count(flow, 'entered'),
        },
        {
          key: 'completed',
          title: t('chatbot.flows.completed'),
          right: true,
          className: 'num',
          phone: 'away',
          cell: (flow) => count(flow, 'completed'),
        },
        {
          key: 'handed',
          title: t('chatbot.flows.handed'),
          right: true,
          className: 'num',
          phone: 'away',
          cell: (flow) => count(flow, 'handed_over'),
        },
        {
          key: 'state',
          title: t('chatbot.flows.state'),
          cell: (flow) => (
            <Status
              tone={stateOf(flow) === 'draft' ? 'wait' : stateOf(flow) === 'changed' ? 'yours' : 'delivered'}
            >
              {t('chatbot.flows.stateIs', { state: stateOf(flow) })}
            </Status>
          ),
        },
        {
          key: 'actions',
          title: <span className="sr">{t('chatbot.flows.actionsTitle')}</span>,
          right: true,
          cell: (flow) => <Actions flow={flow} />,
        },
      ]}
    />
  )
}

function Actions({ flow }: { flow: FlowSummary }) {
  const duplicate = useDuplicateFlow()
  const archive = useArchiveFlow()
  const failed = (error: unknown) => toast.error(sentenceFor(error, { failed: t('chatbot.notSaved') }))
  const remove = async () => {
    const yes = await confirm({
      title: t('chatbot.flows.archiveTitle', { name: flow.name }),
      consequence: t('chatbot.flows.archiveHelp'),
      confirm: t('chatbot.flows.archive'),
    })
    if (!yes) return
    archive.mutate(
      { params: { id: flow.id }, body: { archived: true } },
      {
        onSuccess: () =>
          toast.success(t('chatbot.flows.archived'), {
            undo: {
              run: () =>
                archive.mutate({ params: { id: flow.id }, body: { archived: false } }, { onError: failed }),
            },
          }),
        onError: failed,
      },
    )
  }
  const save = async () => {
    try {
      saveFile((await call(chatbotFlows.export, { params: { id: flow.id } })).file)
    } catch (error) {
      failed(error)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the menu does not open the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above; keys do not open rows
    <span onClick={(event) => event.stopPropagation()}>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton size="small" label={t('chatbot.flows.actions', { name: flow.name })}>
            <Icon of={IconDots} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon of={IconCopy} />}
            onClick={() =>
              duplicate.mutate(
                {
                  params: { id: flow.id },
                  body: { name: t('chatbot.flows.copyOf', { name: flow.name }).slice(0, 80) },
                },
                { onSuccess: () => toast.success(t('chatbot.flows.duplicated')), onError: failed },
              )
            }
          >
            {t('chatbot.flows.duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon of={IconDownload} />} onClick={() => void save()}>
            {t('chatbot.flows.export')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon of={IconArchive} />} onClick={() => void remove()}>
            {t('chatbot.flows.archive')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
