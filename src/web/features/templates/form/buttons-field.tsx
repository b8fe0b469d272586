import { Checkbox, Menu, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPlus, IconX } from '@tabler/icons-react'
import { type ButtonType, fixedLabels } from '#contract/templates/draft.ts'
import { templateLimits as limits } from '#contract/templates/limits.ts'
import { suggestAddress } from '#contract/templates/samples.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { FieldGroup, Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { type FormButton, newKey } from './form-state.ts'
import type { TemplateForm } from './use-template-form.ts'

/** How many buttons of a kind a template can have. */
const most: Record<ButtonType, number> = {
  QUICK_REPLY: limits.buttons,
  URL: limits.urlButtons,
  PHONE_NUMBER: limits.phoneButtons,
  COPY_CODE: limits.copyCodeButtons,
  CATALOG: 1,
  MPM: 1,
}

const allKinds = Object.keys(most) as ButtonType[]

const kindName = (type: ButtonType) => t(`templates.form.buttons.kinds.${type}`)

/** The label of a button's value, where it has one. */
function valueName(type: ButtonType): string | undefined {
  return type === 'URL' || type === 'PHONE_NUMBER' || type === 'COPY_CODE'
    ? t(`templates.form.buttons.values.${type}`)
    : undefined
}

function hintOf(type: ButtonType): string | undefined {
  if (type === 'URL') return t('templates.form.buttons.hints.URL', { variable: '{{1}}' })
  return type === 'PHONE_NUMBER' || type === 'COPY_CODE' || type === 'MPM'
    ? t(`templates.form.buttons.hints.${type}`)
    : undefined
}

/** The call-to-action buttons, in the order they are shown. */
export function ButtonsField({ form }: { form: TemplateForm }) {
  return (
    <ButtonList
      form={form}
      at=""
      buttons={form.state.buttons}
      kinds={allKinds}
      most={limits.buttons}
      onChange={(buttons, ...fields) => form.put({ buttons }, 'buttons', ...fields)}
    />
  )
}

/** Buttons of the message, or of one card. */
export function ButtonList({
  form,
  at,
  buttons,
  kinds: offered,
  most: mostOfAll,
  onChange: set,
}: {
  form: TemplateForm
  /** The prefix of its field names: `cards.0.`. */
  at: string
  buttons: FormButton[]
  kinds: readonly ButtonType[]
  most: number
  onChange: (buttons: FormButton[], ...fields: string[]) => void
}) {
  const count = (type: ButtonType) => buttons.filter((button) => button.type === type).length

  const add = (type: ButtonType) => {
    const button: FormButton = {
      key: newKey(),
      type,
      text: fixedLabels[type] ?? '',
      value: type === 'URL' ? 'https://' : '',
    }
    // Quick replies must be adjacent: insert a new one after the last of them.
    const last = buttons.findLastIndex((one) => one.type === 'QUICK_REPLY')
    const at = type === 'QUICK_REPLY' && last !== -1 ? last + 1 : buttons.length
    set(buttons.toSpliced(at, 0, button))
  }
  const move = (index: number, by: number) => {
    const next = buttons.toSpliced(index, 1)
    set(next.toSpliced(index + by, 0, buttons[index]!))
  }
  return (
    <FieldGroup label={<Label optional>{t('templates.form.buttons.label')}</Label>}>
      {buttons.length > 0 ? (
        <ul className="tpl-buttons">
          {buttons.map((button, index) => (
            <li key={button.key}>
              <OneButton
                form={form}
                button={button}
                at={`${at}buttons.${index}`}
                onChange={(changes, ...fields) =>
                  set(
                    buttons.map((one) => (one.key === button.key ? { ...one, ...changes } : one)),
                    ...fields,
                  )
                }
              />
              <div className="tpl-button-acts">
                <IconButton
                  label={t('templates.form.buttons.up')}
                  size="small"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <Icon of={IconChevronUp} size="small" />
                </IconButton>
                <IconButton
                  label={t('templates.form.buttons.down')}
                  size="small"
                  disabled={index === buttons.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <Icon of={IconChevronDown} size="small" />
                </IconButton>
                <IconButton
                  label={t('templates.form.buttons.remove', { number: String(index + 1) })}
                  size="small"
                  onClick={() => set(buttons.filter(({ key }) => key !== button.key))}
                >
                  <Icon of={IconX} size="small" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            size="small"
            icon={<Icon of={IconPlus} size="small" />}
            disabled={buttons.length >= mostOfAll}
            className={buttons.length > 0 ? 'mt2' : undefined}
          >
            {t('templates.form.buttons.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((type) => (
            <Menu.Item key={type} disabled={count(type) >= most[type]} onClick={() => add(type)}>
              {kindName(type)}
              {count(type) >= most[type] ? (
                <span className="sm t3"> {t('templates.form.buttons.full')}</span>
              ) : null}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {form.error(`${at}buttons`) ? (
        <p className="hint err" role="alert">
          {form.error(`${at}buttons`)}
        </p>
      ) : null}
    </FieldGroup>
  )
}

function OneButton({
  form,
  button,
  at,
  onChange,
}: {
  form: TemplateForm
  button: FormButton
  /** The name of its fields. */
  at: string
  onChange: (changes: Partial<FormButton>, ...fields: string[]) => void
}) {
  const name = valueName(button.type)
  const hint = hintOf(button.type)
  const sample = button.sample ?? suggestAddress(button.value.trim())
  return (
    <div className="tpl-button">
      <div className="sm b">{kindName(button.type)}</div>
      {hint && !name ? <p className="hint">{hint}</p> : null}
      <div className={name ? 'two' : ''}>
        {fixedLabels[button.type] ? null : (
          <TextInput
            label={
              <Label count={button.text.length} of={limits.buttonText}>
                {t('templates.form.buttons.text')}
              </Label>
            }
            value={button.text}
            error={form.error(`${at}.text`)}
            onChange={(event) => onChange({ text: event.currentTarget.value }, `${at}.text`)}
          />
        )}
        {name ? (
          <TextInput
            label={name}
            type={button.type === 'PHONE_NUMBER' ? 'tel' : 'text'}
            inputMode={button.type === 'URL' ? 'url' : undefined}
            description={hint}
            value={button.value}
            error={form.error(`${at}.value`)}
            onChange={(event) => onChange({ value: event.currentTarget.value }, `${at}.value`)}
          />
        ) : null}
      </div>
      {button.type === 'URL' && sample !== undefined ? (
        <TextInput
          mt={8}
          label={t('templates.form.buttons.sample')}
          description={button.counts_clicks ? undefined : t('templates.form.buttons.sampleHelp')}
          value={sample}
          error={form.error(`${at}.sample`)}
          onChange={(event) => onChange({ sample: event.currentTarget.value }, `${at}.sample`)}
        />
      ) : null}
      {button.type === 'URL' ? (
        <Checkbox
          mt={8}
          checked={button.counts_clicks ?? false}
          label={t('templates.form.buttons.count')}
          description={t('templates.form.buttons.countHelp')}
          error={form.error(`${at}.counts_clicks`)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ counts_clicks: checked }, `${at}.counts_clicks`, `${at}.value`)
          }
        />
      ) : null}
    </div>
  )
}
