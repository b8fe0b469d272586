import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { FieldGroup } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { VariableText } from './variable-text.tsx'

export type ChoiceItem = { id: string; title: string; description?: string }

/** Buttons of a message or rows of a list: what one can press, in order. */
export function ChoicesField<Item extends ChoiceItem>({
  label,
  itemLabel,
  items,
  titleOf,
  descriptionOf,
  most,
  variables,
  fresh,
  onChange,
}: {
  label: string
  itemLabel: (nr: number) => string
  items: readonly Item[]
  /** The most characters of a title. */
  titleOf: number
  /** The most characters of a description; without, there is none. */
  descriptionOf?: number
  most: number
  variables: readonly string[]
  fresh: () => Item
  onChange: (items: Item[], key: string | null) => void
}) {
  const change = (index: number, changes: Partial<ChoiceItem>) =>
    onChange(
      items.map((item, at) => (at === index ? { ...item, ...changes } : item)),
      `choice ${index}`,
    )
  const move = (index: number, by: number) => {
    const next = [...items]
    next.splice(index + by, 0, ...next.splice(index, 1))
    onChange(next, null)
  }
  return (
    <FieldGroup label={label}>
      <div className="sp-list">
        {items.map((item, index) => (
          <div className="sp-card" key={item.id}>
            <VariableText
              short
              label={itemLabel(index + 1)}
              value={item.title}
              of={titleOf}
              variables={variables}
              error={item.title.trim() ? undefined : t('chatbot.form.titleNeeded')}
              onChange={(title) => change(index, { title })}
            />
            {descriptionOf === undefined ? null : (
              <VariableText
                short
                optional
                label={t('chatbot.form.description')}
                value={item.description ?? ''}
                of={descriptionOf}
                variables={variables}
                onChange={(description) => change(index, { description: description || undefined })}
              />
            )}
            <div className="row">
              <IconButton
                size="small"
                label={t('chatbot.form.up', { name: item.title || itemLabel(index + 1) })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <Icon of={IconArrowUp} size="small" />
              </IconButton>
              <IconButton
                size="small"
                label={t('chatbot.form.down', { name: item.title || itemLabel(index + 1) })}
                disabled={index === items.length - 1}
                onClick={() => move(index, 1)}
              >
                <Icon of={IconArrowDown} size="small" />
              </IconButton>
              <IconButton
                size="small"
                label={t('chatbot.form.remove', { name: item.title || itemLabel(index + 1) })}
                disabled={items.length === 1}
                onClick={() =>
                  onChange(
                    items.filter((_, at) => at !== index),
                    null,
                  )
                }
              >
                <Icon of={IconTrash} size="small" />
              </IconButton>
            </div>
          </div>
        ))}
      </div>
      {items.length < most ? (
        <Button
          className="mt2"
          size="small"
          icon={<Icon of={IconPlus} size="small" />}
          onClick={() => onChange([...items, fresh()], null)}
        >
          {t('chatbot.form.addChoice')}
        </Button>
      ) : (
        <p className="hint">{t('chatbot.form.most', { count: most })}</p>
      )}
    </FieldGroup>
  )
}
