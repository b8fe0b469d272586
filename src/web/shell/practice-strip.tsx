import { IconFlask } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Icon } from '../components/icon.tsx'

/** Under the header while the provider is a stand-in. `to` is where the real one is connected. */
export function PracticeStrip({ to }: { to: string }) {
  return (
    <aside className="practice" aria-label="Test mode">
      <Icon of={IconFlask} size="small" />
      <span>
        <b className="t1">Test mode.</b> Nothing leaves this machine.
      </span>
      <Link to={to}>Go live</Link>
    </aside>
  )
}
