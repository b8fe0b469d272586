import { standardButtonText, type TemplateDraft } from '#contract/templates/draft.ts'
import { otpFooter } from '#contract/templates/otp.ts'
import { fillText } from '#contract/templates/text.ts'
import type { MessagePreview } from '#web/components/phone-preview.tsx'
import { t } from '#web/messages/t.ts'

/**
 * A template for the phone preview, filled with its samples. Header variables are numbered separately, so they are
 * filled here. `mediaUrl` is the address of the header's file.
 */
export function previewOf(draft: TemplateDraft, mediaUrl?: string): MessagePreview {
  if (draft.otp) {
    return {
      body: draft.body,
      values: { '1': '123456' },
      footer: otpFooter(draft.language, draft.otp),
      buttons: [{ type: 'OTP', text: draft.otp.button_text || standardButtonText }],
    }
  }
  return {
    header: headerOf(draft, mediaUrl),
    body: draft.body,
    values: draft.samples.body,
    footer: draft.footer,
    buttons: draft.buttons.map(({ type, text }) => ({ type, text })),
    ...(draft.offer && {
      offer: {
        text: draft.offer.text || t('templates.preview.offer'),
        ...(draft.offer.ends && { ends: t('templates.preview.ends') }),
        ...codeOf(draft),
      },
    }),
    cards: (draft.cards ?? []).map((card) => ({
      header: headerOf({ header: card.header, samples: draft.samples }),
      body: card.body,
      values: card.samples,
      buttons: card.buttons.map(({ type, text }) => ({ type, text })),
    })),
  }
}

function codeOf({ buttons }: TemplateDraft): { code?: string } {
  const code = buttons.find(({ type }) => type === 'COPY_CODE')?.value
  return code ? { code } : {}
}

function headerOf(
  { header, samples }: Pick<TemplateDraft, 'header' | 'samples'>,
  mediaUrl?: string,
): MessagePreview['header'] {
  if (!header) return undefined
  if (header.format === 'LOCATION') {
    return { kind: 'location', name: header.place?.name ?? '', address: header.place?.address ?? '' }
  }
  if (header.format === 'TEXT') return { kind: 'text', text: fillText(header.text ?? '', samples.header) }
  const kind = header.format.toLowerCase() as 'image' | 'video' | 'gif' | 'document'
  return {
    kind,
    ...(kind === 'image' && mediaUrl && { url: mediaUrl }),
    ...(header.file_name && { name: header.file_name }),
  }
}
