import { IconBrandWhatsapp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Brand } from '#web/components/brand.tsx'
import { Garland } from '#web/components/figures/garland.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import '#web/look/public.css'
import { AdsDrawing, BroadcastDrawing, ChatDrawing, FiguresDrawing } from './feature-drawings.tsx'
import { HeroFigure } from './hero-figure.tsx'
import { UseCases } from './use-cases.tsx'

const claims = (): readonly (readonly [figure: string, name: string])[] => [
  [formatPercent(98, 100), t('landing.claims.openRate')],
  [formatPercent(45, 100), t('landing.claims.ctr')],
  [t('landing.claims.count', { count: 1_000 }), t('landing.claims.businesses')],
]

const features = (): readonly { name: string; text: string; drawing: ReactNode }[] => [
  {
    name: t('landing.features.broadcast'),
    text: t('landing.features.broadcastText'),
    drawing: <BroadcastDrawing />,
  },
  { name: t('landing.features.chat'), text: t('landing.features.chatText'), drawing: <ChatDrawing /> },
  { name: t('landing.features.ads'), text: t('landing.features.adsText'), drawing: <AdsDrawing /> },
  {
    name: t('landing.features.analytics'),
    text: t('landing.features.analyticsText'),
    drawing: <FiguresDrawing />,
  },
]

const steps = () => [
  t('landing.steps.connect'),
  t('landing.steps.templates'),
  t('landing.steps.optIns'),
  t('landing.steps.campaigns'),
  t('landing.steps.track'),
]

/** The public landing page: rendered at build time, without the component library, without a call to the server. */
export function LandingPage() {
  return (
    <div className="pub">
      <header className="wrap pub-top">
        <Brand to="/" />
        <nav className="row n pub-nav" aria-label={t('landing.account')}>
          <LinkButton kind="quiet" to="/login">
            {t('landing.login')}
          </LinkButton>
          <LinkButton kind="ink" to="/signup">
            {t('landing.getStarted')}
          </LinkButton>
        </nav>
      </header>
      <Garland shape="wide" className="g-l" />
      <Garland shape="narrow" className="g-s" />
      <main>
        <section className="wrap hero">
          <div>
            <h1>{t('landing.heroTitle')}</h1>
            <p className="lede">{t('landing.heroLede')}</p>
            <div className="row">
              <LinkButton kind="yours" size="large" to="/login" icon={<Icon of={IconBrandWhatsapp} />}>
                {t('landing.loginWhatsapp')}
              </LinkButton>
              <a className="btn quiet lg" href="#how">
                {t('landing.how')}
              </a>
            </div>
          </div>
          <HeroFigure />
        </section>
        <section className="wrap" aria-label={t('landing.claims.label')}>
          <div className="claims">
            {claims().map(([figure, what]) => (
              <div key={what}>
                <b>{figure}</b>
                <span className="t2">{what}</span>
              </div>
            ))}
          </div>
        </section>
        <section className="wrap band">
          <h2 className="feat-t">{t('landing.features.title')}</h2>
          <ul className="feat">
            {features().map((feature) => (
              <li key={feature.name}>
                {feature.drawing}
                <h3>{feature.name}</h3>
                <p className="t2">{feature.text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="band how-band" id="how">
          <div className="wrap">
            <h2>{t('landing.how')}</h2>
            <ol className="how">
              {steps().map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        </section>
        <section className="wrap band">
          <h2>{t('landing.useCases.title')}</h2>
          <UseCases />
        </section>
        <section className="band last">
          <div className="wrap row sp ask">
            <h2>{t('landing.ask')}</h2>
            <LinkButton kind="ink" size="large" to="/signup">
              {t('landing.getStarted')}
            </LinkButton>
          </div>
        </section>
      </main>
      <footer className="foot">
        <div className="wrap row sp">
          <span>
            {t.rich('landing.copyright', {
              year: () => <span id="year">{new Date().getFullYear()}</span>,
            })}
          </span>
          <span>{t('landing.footer')}</span>
        </div>
      </footer>
    </div>
  )
}
