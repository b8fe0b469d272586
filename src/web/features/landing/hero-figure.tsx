import { IconExternalLink } from '@tabler/icons-react'
import { Ledger } from '#web/components/figures/figures.tsx'
import { OutcomeBar } from '#web/components/figures/outcome-bar.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PhoneFrame } from '#web/components/phone-preview.tsx'
import { Badge, type Tone } from '#web/components/status.tsx'
import { OrderPicture } from './order-picture.tsx'

const outcomes: { tone: Tone; name: string; count: number }[] = [
  { tone: 'read', name: 'Read', count: 742 },
  { tone: 'delivered', name: 'Delivered', count: 391 },
  { tone: 'sent', name: 'Sent', count: 38 },
  { tone: 'failed', name: 'Failed', count: 19 },
  { tone: 'skipped', name: 'Left out', count: 14 },
]

/** The promise in one picture: the message as it arrives, and the books of its campaign. */
export function HeroFigure() {
  return (
    <figure className="hero-fig" aria-label="A campaign as Tidings shows it">
      <div className="hero-phone">
        <PhoneFrame business="Kulkarni Mithai" day="Today">
          <div className="msg">
            <OrderPicture />
            <div className="bd">
              Hello Meenakshi, orders for <b>wedding hampers</b> are open. Tell us the date and how many
              guests.
            </div>
            <div className="ft">
              <span>Reply STOP to opt out</span>
              <span>09:00</span>
            </div>
            <div className="bt">
              <Icon of={IconExternalLink} size="small" />
              See hampers
            </div>
          </div>
        </PhoneFrame>
      </div>
      <div className="hero-card">
        <Badge tone="delivered">Completed</Badge>
        <p className="b hero-name">Wedding hampers, early orders</p>
        <p className="sm t3 hero-when">Tue 24 Nov 2026, 09:00 (Asia/Kolkata)</p>
        <OutcomeBar outcomes={outcomes} />
        <Ledger parts={outcomes} total={{ name: 'Planned', count: 1_204 }} />
      </div>
    </figure>
  )
}
