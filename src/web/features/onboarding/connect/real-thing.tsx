import { CopyButton } from '#web/components/copy-button.tsx'
import { Section } from '#web/components/page.tsx'
import { useOnboardingSettings } from '../onboarding.queries.ts'
import '../onboarding.css'

/** From practice to a real WhatsApp number: what the operator enters at Meta and here, with the addresses to copy. */
export function RealThing() {
  const settings = useOnboardingSettings().data?.settings
  if (!settings) return null
  const { operator } = settings
  const addresses: [string, string][] = [
    ['Webhook address', settings.webhook_url],
    ...(settings.verify_token ? [['Verify token', settings.verify_token] as [string, string]] : []),
    ['Login redirect', settings.redirect_url],
    ['Allowed domain', settings.domain],
  ]
  if (!settings.practice) {
    return operator ? (
      <Section title="Addresses to enter at Meta">
        <Addresses addresses={addresses} />
      </Section>
    ) : null
  }
  return (
    <div id="real">
      <Section title="Go live">
        <p className="t2">
          This install is in test mode: a sandbox answers in place of Meta, and nothing leaves this machine.
          Connecting an account does not end test mode; setting <code>META_APP_ID</code> does.{' '}
          {operator
            ? 'To send for real, make an app at Meta, tell this install about it, and start it again.'
            : 'To send for real, the operator of this install connects it to an app at Meta.'}
        </p>
        {operator ? (
          <>
            <ol className="onb-real mt4">
              <li>
                At <b>developers.facebook.com</b> make an app of type Business, and add the product WhatsApp.
              </li>
              <li>
                Give this install an https address that the internet reaches, and set <code>PUBLIC_URL</code>{' '}
                to it.
              </li>
              <li>
                Set <code>META_APP_ID</code> and <code>META_APP_SECRET</code> (App settings, Basic), and for
                the login dialog <code>META_CONFIG_ID</code>. Start the install again.
              </li>
              <li>Enter these at Meta; the webhook is also set by itself with the first connection.</li>
              <li>Come back here, and paste a system-user token or use the dialog.</li>
            </ol>
            <Addresses addresses={addresses} />
            <p className="sm t3 mt3">
              Each step at length: <code>docs/connecting-meta.md</code>.
            </p>
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
      <CopyButton text={value} name={`Copy ${name.toLowerCase()}`} />
    </div>
  ))
}
