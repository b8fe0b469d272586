import { IconExternalLink } from '@tabler/icons-react'
import { Ledger } from '#web/components/figures/figures.tsx'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PhoneFrame } from '#web/components/phone-preview.tsx'
import { Badge, messageStatusName, type Tone } from '#web/components/status.tsx'
import { formatMoment } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { OrderPicture } from './order-picture.tsx'

const counts: readonly [Tone, number][] = [
  ['read', 742],
  ['delivered', 391],
  ['sent', 38],
  ['failed', 19],
  ['skipped', 14],
]

/** The product in one picture: the message as it arrives, and the results of its campaign. */
export function HeroFigure() {
  const outcomes = counts.map(([tone, count]) => ({ tone, name: messageStatusName(tone), count }))
  return (
    <figure className="hero-fig" aria-label={t('landing.hero.label')}>
      <div className="hero-phone">
        <PhoneFrame business="Kulkarni Mithai" day={t('app.today')}>
          <div className="msg">
            <OrderPicture />
            <div className="bd">
              <span>{t.rich('landing.hero.message', { b: tags.b })}</span>
            </div>
            <div className="ft">
              <span>{t('landing.hero.footer')}</span>
              <span>09:00</span>
            </div>
            <div className="bt">
              <Icon of={IconExternalLink} size="small" />
              {t('landing.hero.button')}
            </div>
          </div>
        </PhoneFrame>
      </div>
      <div className="hero-card">
        <Badge tone="delivered">{t('landing.hero.status')}</Badge>
        <p className="b hero-name">{t('landing.hero.name')}</p>
        <p className="sm t3 hero-when">{formatMoment('2026-11-24T03:30:00Z', 'Asia/Kolkata')}</p>
        <OutcomeBar outcomes={outcomes} />
        <Ledger parts={outcomes} total={{ name: t('landing.hero.planned'), count: 1_204 }} />
      </div>
    </figure>
  )
}
