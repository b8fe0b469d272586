import { IconFlask } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Icon } from '../components/icon.tsx'
import { t } from '../messages/t.ts'

/** Under the header in test mode. `to` is the screen that connects the real provider. */
export function PracticeStrip({ to }: { to: string }) {
  return (
    <aside className="practice" aria-label={t('app.testMode.label')}>
      <Icon of={IconFlask} size="small" />
      <span>{t.rich('app.testMode.says', { b: (text) => <b className="t1">{text}</b> })}</span>
      <Link to={to}>{t('app.testMode.goLive')}</Link>
    </aside>
  )
}
