import { Menu, Textarea } from '@mantine/core'
import { IconBold, IconBraces, IconCode, IconItalic, IconStrikethrough } from '@tabler/icons-react'
import { useRef } from 'react'
import { templateLimits } from '#contract/templates/limits.ts'
import { isPositional, variableNames } from '#contract/templates/text.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { useLeadColumns } from './use-lead-columns.ts'
import type { TemplateForm } from './use-template-form.ts'

/** Variables that a campaign fills for each person. */
const leadFields = ['name', 'first_name', 'phone', 'email', 'tag', 'custom_message'] as const

const marks = [
  { name: 'bold', mark: '*', icon: IconBold },
  { name: 'italic', mark: '_', icon: IconItalic },
  { name: 'strike', mark: '~', icon: IconStrikethrough },
  { name: 'mono', mark: '```', icon: IconCode },
] as const

/** The text of the message, with buttons for formatting and variables. */
export function BodyField({ form, label, locked }: { form: TemplateForm; label: string; locked?: boolean }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { body } = form.state
  const names = variableNames(body)
  const positional = names.some(isPositional)
  const columns = useLeadColumns()

  /** Wraps or replaces the selection and puts the cursor after it. */
  const replace = (before: string, after = '') => {
    const field = area.current
    const start = field?.selectionStart ?? body.length
    const end = field?.selectionEnd ?? body.length
    const selected = body.slice(start, end)
    form.put({ body: body.slice(0, start) + before + selected + after + body.slice(end) }, 'body')
    const cursor = start + before.length + selected.length + (selected ? after.length : 0)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(cursor, cursor)
    })
  }
  const nextNumber = Math.max(0, ...names.filter(isPositional).map(Number)) + 1

  return (
    <div className="tpl-body">
      <Textarea
        ref={area}
        label={
          <Label count={body.length} of={templateLimits.body}>
            {label}
          </Label>
        }
        value={body}
        onChange={(event) => form.put({ body: event.currentTarget.value }, 'body')}
        error={form.error('body')}
        required
        withAsterisk={false}
        disabled={locked}
        autosize
        minRows={5}
        maxRows={16}
      />
      <div className="tpl-tools" role="toolbar" aria-label={t('templates.form.formatting')}>
        {marks.map(({ name, mark, icon }) => (
          <IconButton
            key={name}
            label={t(`templates.form.${name}`)}
            size="small"
            disabled={locked}
            onClick={() => replace(mark, mark)}
          >
            <Icon of={icon} size="small" />
          </IconButton>
        ))}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button size="small" kind="quiet" disabled={locked} icon={<Icon of={IconBraces} size="small" />}>
              {t('templates.form.insertVariable')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {positional ? null : <Menu.Label>{t('templates.form.fromLead')}</Menu.Label>}
            {positional
              ? null
              : leadFields.map((name) => (
                  <Menu.Item
                    key={name}
                    onClick={() => replace(`{{${name}}}`)}
                    rightSection={<code className="sm t3">{`{{${name}}}`}</code>}
                  >
                    {t(`templates.form.fields.${name}`)}
                  </Menu.Item>
                ))}
            {positional || columns.length === 0 ? null : (
              <Menu.Label>{t('templates.form.fromColumns')}</Menu.Label>
            )}
            {positional
              ? null
              : columns.map(({ column, name }) => (
                  <Menu.Item
                    key={name}
                    onClick={() => replace(`{{${name}}}`)}
                    rightSection={<code className="sm t3">{`{{${name}}}`}</code>}
                  >
                    {column}
                  </Menu.Item>
                ))}
            {names.length > 0 && !positional ? null : (
              <Menu.Item onClick={() => replace(`{{${nextNumber}}}`)}>
                {t('templates.form.number')} <code className="sm t3">{`{{${nextNumber}}}`}</code>
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
}
