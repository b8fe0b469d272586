import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { templateLimits as limits } from '#contract/templates/limits.ts'
import { variableNames } from '#contract/templates/text.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { FieldGroup, Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { ButtonList } from './buttons-field.tsx'
import { type FormCard, newKey } from './form-state.ts'
import { FileField } from './header-field.tsx'
import type { TemplateForm } from './use-template-form.ts'

/** What a marketing template may have beside text and buttons: an offer that ends, or cards to swipe through. */
export function PartsField({ form }: { form: TemplateForm }) {
  const { category, offer, cards } = form.state
  if (category !== 'MARKETING' && !offer && cards.length === 0) return null
  return (
    <>
      <FieldGroup label={<Label optional>Limited-time offer</Label>}>
        <Checkbox
          label="Show an offer with a code"
          checked={offer !== null}
          onChange={({ currentTarget: { checked } }) =>
            form.put({ offer: checked ? { text: '', ends: true } : null }, 'offer')
          }
        />
        {offer ? (
          <>
            <TextInput
              mt={8}
              label={
                <Label count={offer.text.length} of={limits.offerText}>
                  Offer
                </Label>
              }
              placeholder="Ends tonight"
              value={offer.text}
              error={form.error('offer')}
              onChange={({ currentTarget: { value } }) =>
                form.put({ offer: { ...offer, text: value } }, 'offer')
              }
            />
            <Checkbox
              mt={8}
              label="Show a countdown"
              checked={offer.ends}
              onChange={({ currentTarget: { checked } }) =>
                form.put({ offer: { ...offer, ends: checked } }, 'offer')
              }
            />
            <p className="hint">
              You say when it ends each time you send it. Add a button to copy the code, then one to your
              website.
            </p>
          </>
        ) : null}
      </FieldGroup>
      <CardsField form={form} />
    </>
  )
}

const emptyCard = (): FormCard => ({
  key: newKey(),
  header: { format: 'IMAGE', media_id: null },
  body: '',
  samples: {},
  buttons: [],
})

function CardsField({ form }: { form: TemplateForm }) {
  const { cards } = form.state
  const set = (next: FormCard[], ...fields: string[]) => form.put({ cards: next }, 'cards', ...fields)
  const put = (index: number, changes: Partial<FormCard>, ...fields: string[]) =>
    set(
      cards.map((card, at) => (at === index ? { ...card, ...changes } : card)),
      ...fields,
    )
  return (
    <FieldGroup label={<Label optional>Carousel</Label>}>
      {cards.map((card, index) => (
        <section key={card.key} className="tpl-card" aria-label={`Card ${index + 1}`}>
          <div className="row sp">
            <b>Card {index + 1}</b>
            <IconButton
              label={`Remove card ${index + 1}`}
              size="small"
              onClick={() => set(cards.filter(({ key }) => key !== card.key))}
            >
              <Icon of={IconX} size="small" />
            </IconButton>
          </div>
          <OneCard
            form={form}
            card={card}
            at={`cards.${index}`}
            onChange={(...more) => put(index, ...more)}
          />
        </section>
      ))}
      <Button
        size="small"
        icon={<Icon of={IconPlus} size="small" />}
        disabled={cards.length >= limits.cards.most}
        onClick={() => set(cards.length === 0 ? [emptyCard(), emptyCard()] : [...cards, emptyCard()])}
      >
        {cards.length === 0 ? 'Add a carousel' : 'Add card'}
      </Button>
      {form.error('cards') ? (
        <p className="hint err" role="alert">
          {form.error('cards')}
        </p>
      ) : null}
    </FieldGroup>
  )
}

function OneCard({
  form,
  card,
  at,
  onChange,
}: {
  form: TemplateForm
  card: FormCard
  at: string
  onChange: (changes: Partial<FormCard>, ...fields: string[]) => void
}) {
  const { header, body, samples, buttons } = card
  const media =
    header.media_id || header.url
      ? {
          id: header.media_id ?? null,
          name: header.file_name ?? 'The file at WhatsApp',
          ...(header.url && { url: header.url }),
        }
      : null
  return (
    <>
      <NativeSelect
        mt={4}
        aria-label="Kind of file"
        data={[
          { value: 'IMAGE', label: 'Image' },
          { value: 'VIDEO', label: 'Video' },
        ]}
        value={header.format}
        onChange={({ currentTarget: { value } }) =>
          onChange({ header: { format: value as 'IMAGE' | 'VIDEO', media_id: null } }, `${at}.header`)
        }
      />
      <FileField
        kind={header.format === 'VIDEO' ? 'VIDEO' : 'IMAGE'}
        media={media}
        error={form.error(`${at}.header`)}
        onChange={(file) =>
          onChange(
            {
              header: {
                format: header.format,
                media_id: file?.id ?? null,
                ...(file && { file_name: file.name }),
              },
            },
            `${at}.header`,
          )
        }
      />
      <TextInput
        mt={8}
        label={
          <Label optional count={body.length} of={limits.cardBody}>
            Text of the card
          </Label>
        }
        value={body}
        error={form.error(`${at}.body`)}
        onChange={({ currentTarget: { value } }) => onChange({ body: value }, `${at}.body`)}
      />
      {variableNames(body).map((name) => (
        <TextInput
          key={name}
          mt={8}
          label={`Sample for {{${name}}}`}
          value={samples[name] ?? ''}
          error={form.error(`${at}.samples.${name}`)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ samples: { ...samples, [name]: value } }, `${at}.samples.${name}`)
          }
        />
      ))}
      <div className="mt2">
        <ButtonList
          form={form}
          at={`${at}.`}
          buttons={buttons.map((button, index) => ({ ...button, key: index }))}
          kinds={['QUICK_REPLY', 'URL', 'PHONE_NUMBER']}
          most={limits.cardButtons}
          onChange={(next, ...fields) =>
            onChange({ buttons: next.map(({ key: _key, ...button }) => button) }, `${at}.buttons`, ...fields)
          }
        />
      </div>
    </>
  )
}
