import { Popover } from '@mantine/core'
import { cloneElement, type ReactElement, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { iconOfKind, kindGroups, kindName } from './step-icons.ts'

/** The kind of a step that is dragged from here onto the canvas. */
export const dragType = 'application/x-tidings-step'

type Opener = ReactElement<{ onClick?: () => void; 'aria-expanded'?: boolean; 'aria-haspopup'?: 'dialog' }>

/** All kinds of steps, opened by a button: a press adds one, and with a mouse one can be dragged to its place. */
export function PaletteMenu({ onAdd, children }: { onAdd: (kind: string) => void; children: Opener }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      // The page itself does not scroll: what has no room in the window is scrolled to in the list.
      middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8 } }}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        {cloneElement(children, {
          onClick: () => setOpen((open) => !open),
          'aria-expanded': isOpen,
          'aria-haspopup': 'dialog',
        })}
      </Popover.Target>
      <Popover.Dropdown
        className="mantine-Menu-dropdown palette-box"
        aria-label={t('chatbot.builder.addStep')}
      >
        <div className="palette">
          {kindGroups().map(({ name, kinds }) => [
            <p className="ph2" key={name}>
              {name}
            </p>,
            ...kinds.map((kind) => (
              <button
                type="button"
                key={kind}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData(dragType, kind)
                  event.dataTransfer.effectAllowed = 'copy'
                }}
                onDragEnd={() => setOpen(false)}
                onClick={() => {
                  setOpen(false)
                  onAdd(kind)
                }}
              >
                <Icon of={iconOfKind(kind)} size="small" />
                {kindName(kind)}
              </button>
            )),
          ])}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
