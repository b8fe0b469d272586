import { IconBrandWhatsapp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Brand } from '#web/components/brand.tsx'
import { Garland } from '#web/components/figures/garland.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import '#web/look/public.css'
import { AdsDrawing, BroadcastDrawing, ChatDrawing, FiguresDrawing } from './feature-drawings.tsx'
import { HeroFigure } from './hero-figure.tsx'
import { UseCases } from './use-cases.tsx'

const claims = [
  ['98%', 'open rate'],
  ['45%', 'CTR'],
  ['1,000+', 'businesses'],
] as const

const features: { name: string; says: string; drawing: ReactNode }[] = [
  {
    name: 'Broadcast & Templates',
    says: 'Write a message once, see it as your customers will, and send it to everyone who agreed to get it.',
    drawing: <BroadcastDrawing />,
  },
  {
    name: 'Chatbot & Live Chat',
    says: 'Read every reply and honor every STOP, today. A shared inbox and a chatbot are coming.',
    drawing: <ChatDrawing />,
  },
  {
    name: 'Click-to-WhatsApp Ads',
    says: 'Let your ads open a chat with your number. Seeing which ad brought each person is coming.',
    drawing: <AdsDrawing />,
  },
  {
    name: 'Analytics Dashboard',
    says: 'Every message in totals that always add up, and every failure explained, with what to do.',
    drawing: <FiguresDrawing />,
  },
]

const steps = [
  "Log in and connect a business account through the provider's OAuth.",
  'Create templates and submit them for provider approval.',
  'Collect opt-ins through forms, QR codes or widgets.',
  'Launch campaigns with scheduling, personalization and analytics.',
  'Track opens, clicks and delivery.',
]

/** The public landing page: rendered at build time, without the component library, without a call to the server. */
export function LandingPage() {
  return (
    <div className="pub">
      <header className="wrap pub-top">
        <Brand to="/" />
        <nav className="row n pub-nav" aria-label="Account">
          <LinkButton kind="quiet" to="/login">
            Login
          </LinkButton>
          <LinkButton kind="ink" to="/signup">
            Get Started
          </LinkButton>
        </nav>
      </header>
      <Garland shape="wide" className="g-l" />
      <Garland shape="narrow" className="g-s" />
      <main>
        <section className="wrap hero">
          <div>
            <h1>Send the news. See who read it.</h1>
            <p className="lede">
              Tidings sends your WhatsApp messages from your own number and your own server. Each person gets
              them once, and you see what was read, what arrived, what failed and why.
            </p>
            <div className="row">
              <LinkButton kind="yours" size="large" to="/login" icon={<Icon of={IconBrandWhatsapp} />}>
                Login with WhatsApp
              </LinkButton>
              <a className="btn quiet lg" href="#how">
                How It Works
              </a>
            </div>
          </div>
          <HeroFigure />
        </section>
        <section className="wrap" aria-label="Claims">
          <div className="claims">
            {claims.map(([figure, what]) => (
              <div key={what}>
                <b>{figure}</b>
                <span className="t2">{what}</span>
              </div>
            ))}
          </div>
        </section>
        <section className="wrap band">
          <h2 className="feat-t">One place to send, one place to see the results</h2>
          <ul className="feat">
            {features.map((feature) => (
              <li key={feature.name}>
                {feature.drawing}
                <h3>{feature.name}</h3>
                <p className="t2">{feature.says}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="band how-band" id="how">
          <div className="wrap">
            <h2>How It Works</h2>
            <ol className="how">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        </section>
        <section className="wrap band">
          <h2>What shops, clinics and schools send</h2>
          <div id="use-cases">
            <UseCases />
          </div>
        </section>
        <section className="band last">
          <div className="wrap row sp ask">
            <h2>Something to tell?</h2>
            <LinkButton kind="ink" size="large" to="/signup">
              Get Started
            </LinkButton>
          </div>
        </section>
      </main>
      <footer className="foot">
        <div className="wrap row sp">
          <span>
            © <span id="year">{new Date().getFullYear()}</span> Tidings
          </span>
          <span>Your server, your contacts.</span>
        </div>
      </footer>
    </div>
  )
}
