import type { OptinForm } from '#contract/growth/optin-form.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Section } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'

/** The lines that show the form on a website of the business. */
export function OnSite({ form: { url, sites } }: { form: OptinForm }) {
  const script = new URL('/marketing/widget.js', url).href
  const code = url.slice(url.lastIndexOf('/') + 1)
  const button = `<script async src="${script}" data-form="${code}"></script>`
  const inline = `<script async src="${script}" data-form="${code}" data-look="inline"></script>`
  return (
    <Section title={t('growth.optins.onSite')}>
      {sites.length === 0 ? (
        <p className="t2">{t('growth.optins.onSiteNone')}</p>
      ) : (
        <div className="stack">
          <p className="t2">{t('growth.optins.onSiteText')}</p>
          <Snippet title={t('growth.optins.asButton')} text={button} />
          <Snippet title={t('growth.optins.asForm')} text={inline} />
        </div>
      )}
    </Section>
  )
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <div className="stack">
      <h3>{title}</h3>
      <code className="optin-url">{text}</code>
      <div className="row">
        <CopyButton text={text} name={t('growth.optins.copyCode')} />
      </div>
    </div>
  )
}
