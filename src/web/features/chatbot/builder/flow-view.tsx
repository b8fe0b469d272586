import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import type { CanvasProps } from './canvas/canvas-props.ts'
import { Outline } from './outline.tsx'
import { PaletteMenu } from './palette.tsx'

const FlowCanvas = lazy(() => import('./canvas/flow-canvas.tsx'))

export type View = 'canvas' | 'outline'

/** The flow as a canvas or as an outline, and the button that adds a step to it. */
export function FlowView({
  view,
  phone,
  onView,
  onAdd,
  ...flow
}: CanvasProps & {
  view: View
  /** Too narrow for a canvas. */
  phone: boolean
  onView: (view: View) => void
  onAdd: (kind: string, from?: { id: string; port: string }) => void
}) {
  const isCanvas = view === 'canvas' && !phone
  return (
    <div className={`fb-main${isCanvas ? ' is-canvas' : ''}`}>
      <div className="fl-add">
        <PaletteMenu onAdd={onAdd}>
          <Button icon={<Icon of={IconPlus} size="small" />}>{t('chatbot.builder.addStep')}</Button>
        </PaletteMenu>
        {phone ? null : (
          <Segmented
            label={t('chatbot.builder.view')}
            value={view}
            onChange={onView}
            choices={[
              { value: 'canvas', name: t('chatbot.builder.canvas') },
              { value: 'outline', name: t('chatbot.builder.outline') },
            ]}
          />
        )}
      </div>
      {isCanvas ? (
        <Suspense fallback={<SkeletonLines label={t('chatbot.builder.loading')} />}>
          <FlowCanvas {...flow} />
        </Suspense>
      ) : (
        <Outline {...flow} onAdd={onAdd} />
      )}
    </div>
  )
}
