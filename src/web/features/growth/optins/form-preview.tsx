import type { FormField, FormLanguage, FormTexts } from '#contract/growth/optin-form.ts'
import { flagPath, initialOf, pageFlags, stringPath } from '#contract/growth/page-look.ts'
import { t as shared } from '#contract/messages/t.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { t } from '#web/messages/t.ts'
import { useBusinessName } from '#web/session/me.ts'

type Props = {
  texts: FormTexts & { language: FormLanguage }
  asksName: boolean
  fields: readonly FormField[]
  photo: string | null
  /** The number that sends; its calling code is chosen at first. */
  phone: string | null
}

/** The public page as people get it, in the language that is edited; it takes no answers. */
export function FormPreview({
  texts: { language, heading, text, consent, button },
  asksName,
  fields,
  photo,
  phone,
}: Props) {
  const business = useBusinessName()
  const asked = [
    ...(asksName ? [{ label: t('growth.optins.previewName'), is: 'name', required: true }] : []),
    { label: t('growth.optins.previewPhone'), is: 'phone', required: true },
    ...fields.map(({ is, name, labels, required }) => ({
      label: labels[language] || name || shared('receipt.email'),
      is: `${is} ${name}`,
      required,
    })),
  ]
  return (
    <figure className="optin-preview">
      <figcaption className="lab">{t('growth.optins.preview')}</figcaption>
      <div className="optin-sheet">
        <PageTop business={business} photo={photo} />
        <p className="sm t2">{business}</p>
        <p className="optin-heading" lang={language}>
          {heading}
        </p>
        {text ? <p lang={language}>{text}</p> : null}
        {asked.map(({ label, is, required }) => (
          <div key={is} className="optin-asked">
            <span className="sm b">{label}</span>
            {required ? null : <span className="sm t3"> ({t('app.field.optional')})</span>}
            {is === 'phone' ? (
              <span className="optin-phone">
                <i className="num">{phone ? formatPhone(phone).split(' ')[0] : null}</i>
                <i />
              </span>
            ) : (
              <i />
            )}
          </div>
        ))}
        <p className="optin-tick sm" lang={language}>
          <i />
          <span>{consent}</span>
        </p>
        <p className="optin-send" lang={language}>
          {button}
        </p>
      </div>
    </figure>
  )
}

function PageTop({ business, photo }: { business: string; photo: string | null }) {
  const { letter, colour } = initialOf(business)
  return (
    <>
      {photo ? (
        <img className="optin-top" src={photo} alt="" />
      ) : (
        <svg
          className="optin-top"
          viewBox="0 0 800 112"
          preserveAspectRatio="xMidYMid slice"
          aria-hidden="true"
        >
          <path d="M0 0h800v112H0z" fill="#171e2c" />
          <path d={stringPath} fill="none" stroke="#8b90a0" strokeWidth="2" />
          {pageFlags.map(({ colour: fill, place }) => (
            <path key={place} d={flagPath} fill={fill} transform={place} />
          ))}
        </svg>
      )}
      <span className="optin-initial" style={{ background: colour }} aria-hidden="true">
        {letter}
      </span>
    </>
  )
}
