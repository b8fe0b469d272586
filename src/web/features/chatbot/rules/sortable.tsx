import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'

/** A list in an order: moved by its handle with mouse and finger, by the arrow keys on it with the keyboard. */
export function SortableList({
  label,
  ids,
  onMove,
  children,
}: {
  label: string
  ids: readonly number[]
  onMove: (ids: number[]) => void
  children: ReactNode
}) {
  const [said, setSaid] = useState('')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  )
  const move = (from: number, to: number) => {
    if (from < 0 || to < 0 || to >= ids.length || from === to) return
    const next = [...ids]
    next.splice(to, 0, ...next.splice(from, 1))
    onMove(next)
    setSaid(t('chatbot.rules.movedTo', { place: to + 1, count: ids.length }))
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const handle = (event.target as HTMLElement).closest<HTMLElement>('[data-handle]')
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!handle || step === 0) return
    event.preventDefault()
    const from = ids.indexOf(Number(handle.dataset.handle))
    move(from, from + step)
    // The handle is the same element in its new place; moving it there takes the focus from it.
    requestAnimationFrame(() => handle.focus())
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: silent,
        screenReaderInstructions: { draggable: t('chatbot.rules.moveKeys') },
      }}
    >
      <ol className="rules" aria-label={label} onKeyDown={onKeyDown}>
        {children}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
    </DndContext>
  )
}

/** What happened is said by the list's own line, in the reader's language. */
const nothing = () => undefined
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }

export function SortableItem({
  id,
  name,
  className,
  children,
}: {
  id: number
  name: string
  className: string
  children: ReactNode
}) {
  const drag = useDraggable({ id })
  const drop = useDroppable({ id })
  const place: CSSProperties | undefined = drag.transform
    ? { transform: `translateY(${drag.transform.y}px)` }
    : undefined
  return (
    <li
      ref={(node) => {
        drag.setNodeRef(node)
        drop.setNodeRef(node)
      }}
      className={`${className}${drag.isDragging ? ' held' : ''}${drop.isOver && !drag.isDragging ? ' over' : ''}`}
      style={place}
    >
      <button
        type="button"
        className="grip"
        data-handle={id}
        aria-label={t('chatbot.rules.move', { name })}
        aria-description={t('chatbot.rules.moveKeys')}
        {...drag.listeners}
      >
        <Icon of={IconGripVertical} />
      </button>
      {children}
    </li>
  )
}
