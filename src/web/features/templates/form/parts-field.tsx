import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { templateLimits as limits } from '#contract/templates/limits.ts'
import { variableNames } from '#contract/templates/text.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { FieldGroup, Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { ButtonList } from './buttons-field.tsx'
import { type FormCard, newKey } from './form-state.ts'
import { FileField } from './header-field.tsx'
import type { TemplateForm } from './use-template-form.ts'

/** The optional parts of a marketing template: a limited-time offer and a carousel. */
export function PartsField({ form }: { form: TemplateForm }) {
  const { category, offer, cards } = form.state
  if (category !== 'MARKETING' && !offer && cards.length === 0) return null
  return (
    <>
      <FieldGroup label={<Label optional>{t('templates.form.offer.label')}</Label>}>
        <Checkbox
          label={t('templates.form.offer.show')}
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
                  {t('templates.form.offer.text')}
                </Label>
              }
              placeholder={t('templates.form.offer.sample')}
              value={offer.text}
              error={form.error('offer')}
              onChange={({ currentTarget: { value } }) =>
                form.put({ offer: { ...offer, text: value } }, 'offer')
              }
            />
            <Checkbox
              mt={8}
              label={t('templates.form.offer.countdown')}
              checked={offer.ends}
              onChange={({ currentTarget: { checked } }) =>
                form.put({ offer: { ...offer, ends: checked } }, 'offer')
              }
            />
            <p className="hint">{t('templates.form.offer.help')}</p>
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

/** WhatsApp takes cards of one shape only: what is counted on one card is counted on all. */
const countedLike = (card: FormCard, { buttons: next }: Partial<FormCard>, before?: FormCard) =>
  next === undefined || next.length !== before?.buttons.length
    ? card.buttons
    : card.buttons.map((button, at) =>
        button.type === 'URL' && next[at]?.type === 'URL'
          ? { ...button, counts_clicks: next[at].counts_clicks ?? false }
          : button,
      )

function CardsField({ form }: { form: TemplateForm }) {
  const { cards } = form.state
  const set = (next: FormCard[], ...fields: string[]) => form.put({ cards: next }, 'cards', ...fields)
  const put = (index: number, changes: Partial<FormCard>, ...fields: string[]) =>
    set(
      cards.map((card, at) =>
        at === index
          ? { ...card, ...changes }
          : { ...card, buttons: countedLike(card, changes, cards[index]) },
      ),
      ...fields,
    )
  return (
    <FieldGroup label={<Label optional>{t('templates.form.cards.label')}</Label>}>
      {cards.map((card, index) => (
        <section
          key={card.key}
          className="tpl-card"
          aria-label={t('templates.form.cards.one', { number: String(index + 1) })}
        >
          <div className="row sp">
            <b>{t('templates.form.cards.one', { number: String(index + 1) })}</b>
            <IconButton
              label={t('templates.form.cards.remove', { number: String(index + 1) })}
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
        {cards.length === 0 ? t('templates.form.cards.start') : t('templates.form.cards.add')}
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
          name: header.file_name ?? t('templates.form.file.atWhatsApp'),
          ...(header.url && { url: header.url }),
        }
      : null
  return (
    <>
      <NativeSelect
        mt={4}
        aria-label={t('templates.form.cards.kind')}
        data={[
          { value: 'IMAGE', label: t('templates.form.header.kinds.IMAGE') },
          { value: 'VIDEO', label: t('templates.form.header.kinds.VIDEO') },
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
            {t('templates.form.cards.text')}
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
          label={t('templates.form.sampleFor', { variable: `{{${name}}}` })}
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
