import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBinaryTree2,
  IconMaximize,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import { useReactFlow, useViewport } from '@xyflow/react'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import type { CanvasProps } from './canvas-props.ts'

/** Back, forth, larger, smaller, all of it, tidy. */
export function CanvasTools({ history, onArrange }: Pick<CanvasProps, 'history' | 'onArrange'>) {
  const flow = useReactFlow()
  return (
    <div className="fl-tools" role="toolbar" aria-label={t('chatbot.canvas.tools')}>
      <IconButton label={t('chatbot.canvas.undo')} disabled={!history.canUndo} onClick={history.undo}>
        <Icon of={IconArrowBackUp} />
      </IconButton>
      <IconButton label={t('chatbot.canvas.redo')} disabled={!history.canRedo} onClick={history.redo}>
        <Icon of={IconArrowForwardUp} />
      </IconButton>
      <IconButton label={t('chatbot.canvas.smaller')} onClick={() => void flow.zoomOut()}>
        <Icon of={IconMinus} />
      </IconButton>
      <Zoom />
      <IconButton label={t('chatbot.canvas.larger')} onClick={() => void flow.zoomIn()}>
        <Icon of={IconPlus} />
      </IconButton>
      <IconButton
        label={t('chatbot.canvas.fit')}
        onClick={() => void flow.fitView({ padding: 0.12, maxZoom: 1 })}
      >
        <Icon of={IconMaximize} />
      </IconButton>
      <IconButton label={t('chatbot.canvas.arrange')} onClick={onArrange}>
        <Icon of={IconBinaryTree2} />
      </IconButton>
    </div>
  )
}

function Zoom() {
  const { zoom } = useViewport()
  return <span className="zoom num">{formatPercent(Math.round(zoom * 100), 100)}</span>
}
