import { Menu, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPlus, IconX } from '@tabler/icons-react'
import { type ButtonType, fixedLabels } from '#contract/templates/draft.ts'
import { templateLimits as limits } from '#contract/templates/limits.ts'
import { suggestAddress } from '#contract/templates/samples.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { FieldGroup, Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { type FormButton, newKey } from './form-state.ts'
import type { TemplateForm } from './use-template-form.ts'

const kinds: Record<
  ButtonType,
  { name: string; value?: string; hint?: string; most: number; start?: string }
> = {
  QUICK_REPLY: { name: 'Quick reply', most: limits.buttons },
  URL: {
    name: 'Open a website',
    value: 'Address',
    hint: 'End it with {{1}} for a part that differs from person to person.',
    most: limits.urlButtons,
    start: 'https://',
  },
  PHONE_NUMBER: {
    name: 'Call a number',
    value: 'Phone number',
    hint: 'With its country code.',
    most: limits.phoneButtons,
  },
  COPY_CODE: {
    name: 'Copy a code',
    value: 'Sample code',
    hint: 'The code itself is given when it is sent.',
    most: limits.copyCodeButtons,
  },
  CATALOG: { name: 'View catalogue', most: 1 },
  MPM: { name: 'View products', hint: 'The products are named when it is sent.', most: 1 },
}

const allKinds = Object.keys(kinds) as ButtonType[]

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
  most,
  onChange: set,
}: {
  form: TemplateForm
  /** What stands before the names of its fields: `cards.0.`. */
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
      value: kinds[type].start ?? '',
    }
    // Quick replies stand together: a new one goes behind the last of them.
    const last = buttons.findLastIndex((one) => one.type === 'QUICK_REPLY')
    const at = type === 'QUICK_REPLY' && last !== -1 ? last + 1 : buttons.length
    set(buttons.toSpliced(at, 0, button))
  }
  const move = (index: number, by: number) => {
    const next = buttons.toSpliced(index, 1)
    set(next.toSpliced(index + by, 0, buttons[index]!))
  }
  return (
    <FieldGroup label={<Label optional>Buttons</Label>}>
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
                  label="Move up"
                  size="small"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <Icon of={IconChevronUp} size="small" />
                </IconButton>
                <IconButton
                  label="Move down"
                  size="small"
                  disabled={index === buttons.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <Icon of={IconChevronDown} size="small" />
                </IconButton>
                <IconButton
                  label={`Remove button ${index + 1}`}
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
            disabled={buttons.length >= most}
            className={buttons.length > 0 ? 'mt2' : undefined}
          >
            Add button
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((type) => (
            <Menu.Item key={type} disabled={count(type) >= kinds[type].most} onClick={() => add(type)}>
              {kinds[type].name}
              {count(type) >= kinds[type].most ? <span className="sm t3"> (as many as allowed)</span> : null}
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
  const kind = kinds[button.type]
  const sample = button.sample ?? suggestAddress(button.value.trim())
  return (
    <div className="tpl-button">
      <div className="sm b">{kind.name}</div>
      {kind.hint && !kind.value ? <p className="hint">{kind.hint}</p> : null}
      <div className={kind.value ? 'two' : ''}>
        {fixedLabels[button.type] ? null : (
          <TextInput
            label={
              <Label count={button.text.length} of={limits.buttonText}>
                Button text
              </Label>
            }
            value={button.text}
            error={form.error(`${at}.text`)}
            onChange={(event) => onChange({ text: event.currentTarget.value }, `${at}.text`)}
          />
        )}
        {kind.value ? (
          <TextInput
            label={kind.value}
            type={button.type === 'PHONE_NUMBER' ? 'tel' : 'text'}
            inputMode={button.type === 'URL' ? 'url' : undefined}
            description={kind.hint}
            value={button.value}
            error={form.error(`${at}.value`)}
            onChange={(event) => onChange({ value: event.currentTarget.value }, `${at}.value`)}
          />
        ) : null}
      </div>
      {button.type === 'URL' && sample !== undefined ? (
        <TextInput
          mt={8}
          label="Sample address"
          description="Whole, as the reviewers are to open it."
          value={sample}
          error={form.error(`${at}.sample`)}
          onChange={(event) => onChange({ sample: event.currentTarget.value }, `${at}.sample`)}
        />
      ) : null}
    </div>
  )
}
