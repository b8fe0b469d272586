import { Menu, TextInput } from '@mantine/core'
import { IconArrowLeft, IconDots, IconDownload, IconFlag, IconHistory, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { diffFlows, type FlowDiff } from '#contract/chatbot/check.ts'
import { type FlowDefinition, FlowFile } from '#contract/chatbot/flow.ts'
import { chatbotFlows, type Flow } from '#contract/chatbot/flows.ts'
import { Button, IconButton, LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { useKeepProblems, usePublishFlow } from '../chatbot.queries.ts'
import { saveFile } from '../flows/flow-file.ts'
import type { SaveState, useAutosave } from './use-autosave.ts'
import { DiffList } from './versions/diff-list.tsx'
import { VersionsWindow } from './versions/versions.tsx'

const sizeOf = (diff: FlowDiff): number =>
  diff.added.length + diff.removed.length + diff.changed.length + (diff.start_changed ? 1 : 0)

/** Where one is, whether it is saved, and publishing. */
export function TopBar({
  flow,
  name,
  draft,
  problems,
  warnings,
  saving,
  onRename,
  onTakeTheirs,
  onRestore,
  onProblems,
}: {
  flow: Flow
  name: string
  draft: FlowDefinition
  /** What has to be solved first, and what does no harm. */
  problems: number
  warnings: number
  saving: ReturnType<typeof useAutosave>
  onRename: (name: string) => void
  onTakeTheirs: () => Promise<void>
  onRestore: (definition: FlowDefinition) => void
  onProblems: () => void
}) {
  const [open, setOpen] = useState<'publish' | 'versions' | 'changes' | 'name' | null>(null)
  const publish = usePublishFlow()
  const keepProblems = useKeepProblems(flow.id)
  const diff = flow.published ? diffFlows(flow.published, draft) : null
  const changes = diff ? sizeOf(diff) : 0
  const next = (flow.published_version ?? 0) + 1

  const doPublish = async () => {
    const revision = await saving.flush()
    if (revision === null) return setOpen(null)
    try {
      const answer = await publish.mutateAsync({ params: { id: flow.id }, body: { revision } })
      setOpen(null)
      toast.success(t('chatbot.builder.published', { version: answer.flow.published_version ?? next }))
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('chatbot.notSaved') }))
      if (!(error instanceof ApiError) || error.problems.length === 0) return
      keepProblems(error.problems)
      setOpen(null)
      onProblems()
    }
  }
  const keepMine = async () => {
    const { flow: theirs } = await call(chatbotFlows.get, { params: { id: flow.id } })
    await saving.overwrite(theirs.revision)
  }
  return (
    <div>
      <header className="fb-top">
        <LinkButton to="/chatbot" kind="quiet" className="icon" aria-label={t('chatbot.builder.back')}>
          <Icon of={IconArrowLeft} />
        </LinkButton>
        <h1>
          <button
            type="button"
            className="fb-name"
            aria-label={t('chatbot.builder.rename', { name })}
            onClick={() => setOpen('name')}
          >
            {name}
          </button>
        </h1>
        <span className="badge is-wait">
          <Icon of={IconPencil} size="small" />
          {flow.published_version === null || changes > 0
            ? t('chatbot.builder.draftVersion')
            : t('chatbot.builder.version', { version: flow.published_version })}
        </span>
        <span className="fb-state">
          {flow.published_version === null
            ? t('chatbot.builder.notLive')
            : t('chatbot.builder.live', { version: flow.published_version })}{' '}
          {changes > 0 ? (
            <button type="button" className="link" onClick={() => setOpen('changes')}>
              {t('chatbot.builder.seeChanges', { count: changes })}
            </button>
          ) : null}
        </span>
        <span className="grow" />
        <SaveNote state={saving.state} onAgain={() => void saving.flush()} />
        {problems + warnings > 0 ? (
          <Button kind="quiet" size="small" icon={<Icon of={IconFlag} size="small" />} onClick={onProblems}>
            {problems > 0
              ? t('chatbot.builder.faults', { count: problems })
              : t('chatbot.builder.warnings', { count: warnings })}
          </Button>
        ) : null}
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={t('chatbot.builder.more')} kind="default">
              <Icon of={IconDots} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon of={IconHistory} />} onClick={() => setOpen('versions')}>
              {t('chatbot.builder.versions')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon of={IconDownload} />}
              onClick={() =>
                saveFile(FlowFile.parse({ format: 'tidings-flow', version: 1, name, definition: draft }))
              }
            >
              {t('chatbot.builder.export')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button
          kind="yours"
          disabled={problems > 0 || (diff !== null && changes === 0)}
          aria-describedby={problems > 0 ? 'publish-why' : undefined}
          onClick={() => setOpen('publish')}
        >
          {t('chatbot.builder.publish')}
        </Button>
        {problems > 0 ? (
          <span className="sr" id="publish-why">
            {t('chatbot.builder.faultsFirst')}
          </span>
        ) : null}
      </header>
      {saving.state === 'conflict' ? (
        <div className="fb-conflict" role="alert">
          <b>{t('chatbot.builder.conflictTitle')}</b>
          <span>{t('chatbot.builder.conflict')}</span>
          <Button size="small" onClick={() => void onTakeTheirs()}>
            {t('chatbot.builder.takeTheirs')}
          </Button>
          <Button size="small" onClick={() => void keepMine()}>
            {t('chatbot.builder.keepMine')}
          </Button>
        </div>
      ) : null}
      <Window
        opened={open === 'publish'}
        onClose={() => setOpen(null)}
        title={t('chatbot.builder.publishTitle', { version: next })}
      >
        {flow.published ? (
          <DiffList before={flow.published} after={draft} />
        ) : (
          <p>{t('chatbot.builder.firstVersion', { count: draft.steps.length })}</p>
        )}
        <p className="hint">{t('chatbot.builder.publishHelp')}</p>
        <div className="acts">
          <Button kind="quiet" onClick={() => setOpen(null)}>
            {t('app.cancel')}
          </Button>
          <Button
            kind="yours"
            data-autofocus
            busy={publish.isPending && t('chatbot.builder.publishing')}
            onClick={() => void doPublish()}
          >
            {t('chatbot.builder.publish')}
          </Button>
        </div>
      </Window>
      <Window opened={open === 'changes'} onClose={() => setOpen(null)} title={t('chatbot.builder.changes')}>
        {flow.published ? <DiffList before={flow.published} after={draft} /> : null}
      </Window>
      <Window opened={open === 'name'} onClose={() => setOpen(null)} title={t('chatbot.builder.name')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setOpen(null)
          }}
        >
          <TextInput
            label={t('chatbot.flows.newName')}
            data-autofocus
            value={name}
            maxLength={80}
            error={name.trim() ? undefined : t('chatbot.flows.nameNeeded')}
            onChange={({ currentTarget }) => onRename(currentTarget.value)}
          />
          <div className="acts">
            <Button kind="ink" type="submit">
              {t('app.save')}
            </Button>
          </div>
        </form>
      </Window>
      {open === 'versions' ? (
        <VersionsWindow
          flow={flow}
          draft={draft}
          onClose={() => setOpen(null)}
          onRestore={(definition, version) => {
            onRestore(definition)
            setOpen(null)
            toast.success(t('chatbot.builder.restored', { version }))
          }}
        />
      ) : null}
    </div>
  )
}

function SaveNote({ state, onAgain }: { state: SaveState; onAgain: () => void }) {
  if (state === 'conflict') return null
  if (state === 'failed')
    return (
      <Button kind="danger" size="small" onClick={onAgain}>
        {t('chatbot.notSaved')}
      </Button>
    )
  return (
    <span className="fb-state" role="status">
      {state === 'saved' ? t('chatbot.builder.saved') : t('chatbot.builder.saving')}
    </span>
  )
}
