import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { languageName } from '#contract/templates/languages.ts'
import type { MetaTemplate } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { PhonePreview } from '#web/components/phone-preview.tsx'
import { t } from '#web/messages/t.ts'
import { useHeaderMedia } from './sent-preview.ts'

/** The approved templates with their text; the one under the cursor is shown as people will read it. */
export function TemplatePicker({
  templates,
  business,
  opened,
  onClose,
  onPick,
}: {
  templates: readonly MetaTemplate[]
  business: string
  opened: boolean
  onClose: () => void
  onPick: (template: MetaTemplate) => void
}) {
  const [search, setSearch] = useState('')
  const [lookedAt, setLookedAt] = useState<MetaTemplate>()
  const wanted = search.trim().toLowerCase()
  const matching = templates.filter(
    ({ template_name, body }) => `${template_name} ${body}`.toLowerCase().includes(wanted) || wanted === '',
  )
  const preview = useHeaderMedia(lookedAt ?? matching[0], [])
  return (
    <Window opened={opened} onClose={onClose} title={t('messages.send.choose')} size="52rem">
      <TextInput
        label={t('messages.picker.search')}
        type="search"
        data-autofocus
        placeholder={t('messages.picker.hint')}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      <div className="picker">
        {matching.length ? (
          <ul className="picker-list">
            {matching.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  className="picker-one"
                  onMouseEnter={() => setLookedAt(template)}
                  onFocus={() => setLookedAt(template)}
                  onClick={() => onPick(template)}
                >
                  <span className="mono b">{template.template_name}</span>
                  <span className="sm t3">
                    {t('messages.picker.kind', {
                      category: t('messages.drawer.category', { category: template.category.toLowerCase() }),
                      language: languageName(template.language),
                    })}
                  </span>
                  <span className="sm t2 picker-text">{template.body}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p className="t2">{t(templates.length ? 'messages.picker.noMatch' : 'messages.picker.none')}</p>
        )}
        <div className="picker-phone">
          {preview ? <PhonePreview business={business} message={preview} /> : null}
        </div>
      </div>
      <div className="acts">
        <Button kind="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
      </div>
    </Window>
  )
}
