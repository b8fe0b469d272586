import { Switch } from '@mantine/core'
import { IconPlus, IconSitemap } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Rule } from '#contract/chatbot/rules.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { BotSettingsSection } from './bot-settings.tsx'
import { useBotSettings, useFlows, useReadyMade, useRules, useSaveBot } from './chatbot.queries.ts'
import { ArchivedFlows } from './flows/archived-flows.tsx'
import { FlowTable } from './flows/flow-table.tsx'
import { ImportFlow } from './flows/import-flow.tsx'
import { NewFlow } from './flows/new-flow.tsx'
import { ReadyMade } from './flows/ready-made.tsx'
import { RuleEditor } from './rules/rule-editor.tsx'
import { RulesList } from './rules/rules-list.tsx'
import { TestMessage } from './rules/test-message.tsx'
import './chatbot.css'

/** When the bot answers, and what it then does. */
export default function ChatbotPage() {
  const rules = useRules()
  const flows = useFlows()
  const [hit, setHit] = useState<number | null>(null)
  const [open, setOpen] = useState<'flow' | 'import' | 'rule' | Rule | null>(null)
  const close = () => setOpen(null)
  const error = rules.error ?? flows.error
  const isEmpty = rules.data?.rules.length === 0
  const week = rules.data?.week
  const allFlows = flows.data?.flows ?? []
  return (
    <>
      <PageHeader
        title={t('chatbot.title')}
        lede={
          week && week.answered > 0
            ? t.rich('chatbot.week', { ...week, handedOver: week.handed_over, b: tags.b })
            : t('chatbot.lede')
        }
        actions={
          <>
            <Button icon={<Icon of={IconSitemap} size="small" />} onClick={() => setOpen('flow')}>
              {t('chatbot.newFlow')}
            </Button>
            <Button kind="yours" icon={<Icon of={IconPlus} size="small" />} onClick={() => setOpen('rule')}>
              {t('chatbot.addRule')}
            </Button>
          </>
        }
      />
      {error && !(rules.data && flows.data) ? (
        <ErrorState error={error} onRetry={() => Promise.all([rules.refetch(), flows.refetch()])} />
      ) : !rules.data || !flows.data ? (
        <SkeletonRows rows={8} />
      ) : (
        <div className="bot-cols">
          <div>
            <Section first title={t('chatbot.rules.title')} aside={<BotSwitch />}>
              {isEmpty ? (
                <Empty level={3} title={t('chatbot.rules.emptyTitle')}>
                  {t('chatbot.rules.empty')}
                </Empty>
              ) : (
                <RulesList
                  rules={rules.data.rules}
                  flows={allFlows}
                  hit={hit}
                  stops={rules.data.week.stops}
                  onOpen={setOpen}
                />
              )}
              {isEmpty && allFlows.length === 0 ? <ReadyMade /> : null}
            </Section>
            <Section
              title={t('chatbot.flows.title')}
              aside={
                <span className="row">
                  <ReadyMadeLink onOpen={() => setOpen('flow')} />
                  <ArchivedFlows />
                  <Button kind="quiet" size="small" onClick={() => setOpen('import')}>
                    {t('chatbot.flows.import')}
                  </Button>
                </span>
              }
            >
              <FlowTable flows={allFlows} onNew={() => setOpen('flow')} />
            </Section>
            <BotSettingsSection />
            <Section
              title={t('chatbot.ai.title')}
              aside={<Link to="/chatbot/ai">{t('chatbot.ai.open')}</Link>}
            >
              <p className="t2">{t('chatbot.ai.lede')}</p>
            </Section>
          </div>
          <aside aria-label={t('chatbot.rules.test')}>
            <TestMessage rules={rules.data.rules} onHit={setHit} />
          </aside>
        </div>
      )}
      <NewFlow opened={open === 'flow'} onClose={close} />
      <ImportFlow opened={open === 'import'} onClose={close} />
      {open === 'rule' || (open !== null && typeof open === 'object') ? (
        <RuleEditor
          rule={open === 'rule' ? null : open}
          rules={rules.data?.rules ?? []}
          flows={allFlows}
          onClose={close}
        />
      ) : null}
    </>
  )
}

/** How many flows are ready; a press shows them. */
function ReadyMadeLink({ onOpen }: { onOpen: () => void }) {
  const count = useReadyMade().length
  if (count === 0) return null
  return (
    <Button kind="quiet" size="small" onClick={onOpen}>
      {t('chatbot.flows.readyMade', { count })}
    </Button>
  )
}

/** All rules at once. */
function BotSwitch() {
  const settings = useBotSettings().data?.settings
  const save = useSaveBot()
  if (!settings) return null
  const on = (save.isPending ? save.variables.body.enabled : undefined) ?? settings.enabled
  return (
    <Switch
      label={t('chatbot.rules.botOn')}
      checked={on}
      onChange={({ currentTarget }) =>
        save.mutate(
          { body: { enabled: currentTarget.checked } },
          { onError: (error) => toast.error(sentenceFor(error, { failed: t('chatbot.notSaved') })) },
        )
      }
    />
  )
}
