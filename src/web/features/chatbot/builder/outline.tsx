import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import type { Card, Port } from './card.ts'
import { PaletteMenu } from './palette.tsx'
import { iconOfKind } from './step-icons.ts'
import { StepPicker } from './step-picker.tsx'
import { StepText } from './step-text.tsx'

/** The same flow as a list: each step under the one that leads to it. Everything can be done here. */
export function Outline({
  cards,
  selected,
  here,
  show,
  onSelect,
  onConnect,
  onDelete,
  onAdd,
}: {
  cards: readonly Card[]
  selected: string | null
  here: string | null
  show: string | null
  onSelect: (id: string) => void
  onConnect: (from: string, port: string, to: string | null) => void
  onDelete: (ids: readonly string[]) => void
  onAdd: (kind: string, from?: { id: string; port: string }) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (show === null) return
    const step = list.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(show)}"]`)
    step?.scrollIntoView({ block: 'nearest' })
  }, [show])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="ol" tabIndex={0} aria-label={t('chatbot.builder.outline')}>
      <ol ref={list}>
        {inOrder(cards).map(({ card, level }) => (
          <li
            key={card.id}
            data-step={card.id}
            className={classOf(card, card.id === selected, card.id === here)}
            style={{ '--level': level } as CSSProperties}
          >
            <div className="ol-h">
              <button type="button" aria-pressed={card.id === selected} onClick={() => onSelect(card.id)}>
                <Icon of={iconOfKind(card.kind)} />
                <span>{card.title}</span>
              </button>
              {card.entered === null ? null : <span className="num sm t2">{formatNumber(card.entered)}</span>}
              {card.isStart ? null : (
                <IconButton
                  size="small"
                  label={t('chatbot.builder.deleteStep', { title: card.title })}
                  onClick={() => onDelete([card.id])}
                >
                  <Icon of={IconTrash} size="small" />
                </IconButton>
              )}
            </div>
            {card.summary ? (
              <p className="ol-t">
                <StepText text={card.summary} />
              </p>
            ) : null}
            {card.faultText ? (
              <p className={`ol-t ${card.fault === 'error' ? 'bad' : 'warnn'}`}>{card.faultText}</p>
            ) : null}
            {card.ports.map((port) => (
              <div className="ol-p" key={port.id}>
                <span className="sm t2">{wordsOf(card, port)}</span>
                <StepPicker
                  label={t('chatbot.builder.leadsTo', {
                    step: card.title,
                    way: port.label || t('chatbot.builder.next'),
                  })}
                  cards={cards}
                  value={port.to}
                  onChange={(to) => onConnect(card.id, port.id, to)}
                />
                <PaletteMenu onAdd={(kind) => onAdd(kind, { id: card.id, port: port.id })}>
                  <IconButton
                    size="small"
                    label={t('chatbot.builder.addHere', {
                      step: card.title,
                      way: port.label || t('chatbot.builder.next'),
                    })}
                  >
                    <Icon of={IconPlus} size="small" />
                  </IconButton>
                </PaletteMenu>
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

function wordsOf(card: Card, port: Port): string {
  const name = port.label || t('chatbot.builder.next')
  if (port.count === null || !card.entered) return name
  return t('chatbot.builder.wayShare', { way: name, share: formatPercent(port.count, card.entered) })
}

const classOf = (card: Card, selected: boolean, here: boolean): string =>
  [
    'ol-s',
    card.fault === 'error' && 'bad',
    card.fault === 'warning' && 'warnn',
    here && 'here',
    selected && 'sel',
  ]
    .filter(Boolean)
    .join(' ')

/** Depth first from the start; what nothing leads to comes last. */
export function inOrder(cards: readonly Card[]): { card: Card; level: number }[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const seen = new Set<string>()
  const list: { card: Card; level: number }[] = []
  const starts = [...cards.filter(({ isStart }) => isStart), ...cards.filter(({ isStart }) => !isStart)]
  for (const start of starts) {
    const stack = [{ card: start, level: 0 }]
    for (let top = stack.pop(); top; top = stack.pop()) {
      if (seen.has(top.card.id)) continue
      seen.add(top.card.id)
      list.push(top)
      // A chain goes straight down; only a choice goes in.
      const level = top.card.ports.length > 1 ? top.level + 1 : top.level
      for (const { to } of [...top.card.ports].reverse()) {
        const next = to === null ? undefined : byId.get(to)
        if (next && !seen.has(next.id)) stack.push({ card: next, level })
      }
    }
  }
  return list
}
