import { CopyButton } from '#web/components/copy-button.tsx'
import { Section } from '#web/components/page.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useOnboardingSettings } from '../onboarding.queries.ts'
import '../onboarding.css'

/** From test mode to a real number: what the operator enters at Meta and here, with values to copy. */
export function RealThing() {
  const settings = useOnboardingSettings().data?.settings
  if (!settings) return null
  const { operator } = settings
  const addresses: [string, string][] = [
    [t('onboarding.setup.live.webhook'), settings.webhook_url],
    ...(settings.verify_token
      ? [[t('onboarding.setup.live.verifyToken'), settings.verify_token] as [string, string]]
      : []),
    [t('onboarding.setup.live.redirect'), settings.redirect_url],
    [t('onboarding.setup.live.domain'), settings.domain],
  ]
  if (!settings.practice) {
    return operator ? (
      <Section title={t('onboarding.setup.live.addresses')}>
        <Addresses addresses={addresses} />
      </Section>
    ) : null
  }
  return (
    <div id="real">
      <Section title={t('onboarding.setup.live.title')}>
        <p className="t2">{t.rich('onboarding.setup.live.testMode', { code: tags.code })}</p>
        <p className="t2 mt2">
          {operator ? t('onboarding.setup.live.operator') : t('onboarding.setup.live.notOperator')}
        </p>
        {operator ? (
          <>
            <ol className="onb-real mt4">
              <li>{t.rich('onboarding.setup.live.steps.app', { b: tags.b })}</li>
              <li>{t.rich('onboarding.setup.live.steps.address', { code: tags.code })}</li>
              <li>{t.rich('onboarding.setup.live.steps.secrets', { code: tags.code })}</li>
              <li>{t('onboarding.setup.live.steps.enter')}</li>
              <li>{t('onboarding.setup.live.steps.connect')}</li>
            </ol>
            <Addresses addresses={addresses} />
            <p className="sm t3 mt3">{t.rich('onboarding.setup.live.guide', { code: tags.code })}</p>
          </>
        ) : null}
      </Section>
    </div>
  )
}

function Addresses({ addresses }: { addresses: readonly (readonly [name: string, value: string])[] }) {
  return addresses.map(([name, value]) => (
    <div key={name} className="onb-address">
      <span className="sm t2">{name}</span>
      <code className="mono">{value}</code>
      <CopyButton text={value} name={t('onboarding.setup.live.copy', { name })} />
    </div>
  ))
}
