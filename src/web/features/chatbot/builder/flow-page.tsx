import { useState } from 'react'
import { useParams } from 'react-router'
import { ScreenError } from '#web/components/error-state.tsx'
import { PageHeader, useDocumentTitle } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { useFlow } from '../chatbot.queries.ts'
import { FlowEditor } from './flow-editor.tsx'
import '../chatbot.css'
import './builder.css'
import './side-panel.css'
import './outline.css'
import './simulator.css'

/** One flow in the whole window. */
export default function FlowPage() {
  const id = Number(useParams().id)
  const flow = useFlow(Number.isSafeInteger(id) && id > 0 ? id : 0)
  const [taken, setTaken] = useState(0)
  useDocumentTitle(flow.data?.flow.name ?? t('chatbot.rules.flow'))
  const back = { to: '/chatbot', name: t('chatbot.title') }
  if (flow.isError && !flow.data)
    return (
      <main className="page" id="main">
        <PageHeader title={t('chatbot.rules.flow')} crumbs={[back]} />
        <ScreenError thing="flow" back={back} error={flow.error} onRetry={() => flow.refetch()} />
      </main>
    )
  if (!flow.data)
    return (
      <main className="page" id="main">
        <SkeletonLines label={t('chatbot.builder.loading')} />
      </main>
    )
  return (
    <FlowEditor
      key={`${id} ${taken}`}
      flow={flow.data.flow}
      found={flow.data.problems}
      onTakeTheirs={async () => {
        const { isSuccess } = await flow.refetch()
        if (isSuccess) setTaken((count) => count + 1)
      }}
    />
  )
}
