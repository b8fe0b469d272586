import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OptinForm } from '#contract/growth/optin-form.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { useMakeShortLink, useOpenForm } from './optins.queries.ts'
import { WaySwitches } from './way-switches.tsx'
import './optins.css'

/** The address of the public page, its switch and its QR code. */
export function PublicAddress({ form }: { form: OptinForm }) {
  const open = useOpenForm()
  const isOpen = open.isPending ? open.variables.body.is_open : form.is_open
  return (
    <Section first title={t('growth.optins.page')}>
      <div className="optin-page">
        <div className="stack">
          <Switch
            label={t('growth.optins.isOpen')}
            checked={isOpen}
            onChange={({ currentTarget }) =>
              open.mutate(
                { params: { id: form.id }, body: { is_open: currentTarget.checked } },
                {
                  onSuccess: (saved) =>
                    toast.success(
                      t('growth.optins.switched', { state: saved.form.is_open ? 'open' : 'closed' }),
                    ),
                },
              )
            }
          />
          <WaySwitches form={form} />
          <code className="optin-url">{form.url}</code>
          <div className="row">
            <CopyButton text={form.url} name={t('growth.optins.copy')} />
            <a className="btn sm" href={form.url} target="_blank" rel="noreferrer">
              {t('growth.optins.openPage')}
            </a>
          </div>
        </div>
        <QrPicture address={`${form.url}?way=qr`} name={form.name} file={`optin-${form.id}`} />
      </div>
      <JoinByMessage form={form} />
    </Section>
  )
}

/** A message that people send: it is their opt-in. */
function JoinByMessage({ form: { id, name, join, keyword } }: { form: OptinForm }) {
  const { text, phone, url } = join
  const shorten = useMakeShortLink()
  if (!url || !phone) return <p className="sm t2">{t('growth.optins.joinNoNumber')}</p>
  return (
    <div className="optin-page">
      <div className="stack">
        <h3>{t('growth.optins.join')}</h3>
        <p className="t2">
          {keyword
            ? t('growth.optins.joinKeyword', { text, keyword, phone: formatPhone(phone) })
            : t('growth.optins.joinText', { text, phone: formatPhone(phone) })}
        </p>
        <p className="sm t2">{t('growth.optins.linkNoText')}</p>
        <code className="optin-url">{url}</code>
        <div className="row">
          <CopyButton text={url} name={t('growth.optins.copyJoin')} />
          {join.short ? null : (
            <Button
              size="small"
              busy={shorten.isPending && t('growth.optins.shortening')}
              onClick={() => shorten.mutate({ params: { id } })}
            >
              {t('growth.optins.shorten')}
            </Button>
          )}
        </div>
      </div>
      <QrPicture address={url} name={name} file={`join-${id}`} />
    </div>
  )
}

function QrPicture({ address, name, file }: { address: string; name: string; file: string }) {
  const picture = useQuery({
    queryKey: ['qr', address],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const qr = await import('qrcode')
      const svg = await qr.toString(address, { type: 'svg', margin: 4 })
      return {
        svg: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
        png: await qr.toDataURL(address, { width: 1024, margin: 4 }),
      }
    },
  })
  if (!picture.data) return <div className="optin-qr" />
  return (
    <figure className="optin-qr">
      <img src={picture.data.svg} alt={t('growth.optins.qrAlt', { name })} />
      <figcaption className="row">
        <a className="btn quiet sm" href={picture.data.svg} download={`${file}.svg`}>
          {t('growth.optins.qrSvg')}
        </a>
        <a className="btn quiet sm" href={picture.data.png} download={`${file}.png`}>
          {t('growth.optins.qrPng')}
        </a>
      </figcaption>
    </figure>
  )
}
