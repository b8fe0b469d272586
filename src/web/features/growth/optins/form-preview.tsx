import type { FormField, FormLanguage, FormTexts } from '#contract/growth/optins.ts'
import { flagPath, initialOf, pageFlags, stringPath } from '#contract/growth/page-look.ts'
import { t } from '#web/messages/t.ts'
import { useBusinessName } from '#web/session/me.ts'

type Props = {
  texts: FormTexts & { language: FormLanguage }
  asksName: boolean
  fields: readonly FormField[]
  photo: string | null
}

/** The public page as people get it, in the language that is edited; it takes no answers. */
export function FormPreview({
  texts: { language, heading, text, consent, button },
  asksName,
  fields,
  photo,
}: Props) {
  const business = useBusinessName()
  const phone = t('growth.optins.previewPhone')
  const labels = [
    ...(asksName ? [t('growth.optins.previewName')] : []),
    phone,
    ...fields.map((field) => field.labels[language] || field.name || t('growth.optins.email')),
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
        {labels.map((label) => (
          <div key={label} className="optin-asked">
            <span className="sm b">{label}</span>
            {label === phone ? (
              <span className="optin-phone">
                <i />
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
