import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useId } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../format/number.ts'
import { t } from '../messages/t.ts'
import { Icon } from './icon.tsx'
import '../look/page.css'

/**
 * The top of a screen: where it stands, its title, the lede (one sentence of fact; figures and names in `<b>`), and
 * its actions. Sets the document's title too.
 */
export function PageHeader({
  title,
  over,
  lede,
  crumbs,
  actions,
}: {
  title: string
  /** A small line above the title, a date for instance. */
  over?: ReactNode
  lede?: ReactNode
  /** The way here, without this page. */
  crumbs?: readonly { to: string; name: string }[]
  actions?: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <div className="ph">
      <div>
        {crumbs ? (
          <nav className="crumb" aria-label={t('app.breadcrumb')}>
            {crumbs.map((crumb) => (
              <Fragment key={crumb.to}>
                <Link to={crumb.to}>{crumb.name}</Link>
                <Icon of={IconChevronRight} size="small" />
              </Fragment>
            ))}
            <span className="here">{title}</span>
          </nav>
        ) : null}
        {over ? <p className="over">{over}</p> : null}
        <h1 className={over ? 'mt1' : undefined}>{title}</h1>
        {lede ? <p className="lede">{lede}</p> : null}
      </div>
      {actions ? <div className="ph-act">{actions}</div> : null}
    </div>
  )
}

let titleText = ''
let titleCount = 0

function writeTitle(): void {
  if (titleText)
    document.title = `${titleCount > 0 ? `(${formatNumber(titleCount)}) ` : ''}${titleText} · Tidings`
}

/** What the browser's tab says: `Campaigns · Tidings`, with unread conversations `(3) Campaigns · Tidings`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    titleText = title
    writeTitle()
  }, [title])
}

/** How many conversations are unread; none is not said. */
export function setTitleCount(count: number): void {
  titleCount = count
  writeTitle()
}

/**
 * A section under a heading, parted from the one above by a hairline. `first` has none. `number` makes it a step of
 * a form, the number on an ink flag.
 */
export function Section({
  title,
  aside,
  first,
  number,
  children,
  className = '',
}: {
  title: ReactNode
  /** A link, a count or a quiet button at the right of the heading. */
  aside?: ReactNode
  first?: boolean
  number?: number
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <section
      className={`sec${first ? ' first' : ''}${number ? ' numbered' : ''} ${className}`}
      aria-labelledby={id}
    >
      <div className="sec-h">
        <h2 id={id}>
          {number ? <span className="no">{number}</span> : null}
          {title}
        </h2>
        {typeof aside === 'string' ? <span className="sm t3">{aside}</span> : aside}
      </div>
      {children}
    </section>
  )
}

/** The foot of a long form that stays in sight: what will happen at the left, the marigold button at the right. */
export function ActionBar({
  label,
  says,
  children,
}: {
  label: string
  says: ReactNode
  children: ReactNode
}) {
  return (
    <section className="actbar" aria-label={label}>
      <div>
        <p aria-live="polite">{says}</p>
        {children}
      </div>
    </section>
  )
}

/**
 * At the foot of a long list, in sight while anything of it is selected: how many, and what is done with them. It
 * takes no room above the rows, so that nothing moves under the finger that ticks them.
 */
export function SelectionBar({
  label,
  says,
  more,
  children,
}: {
  label: string
  says: ReactNode
  /** What changes the selection itself. */
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="actbar picks" aria-label={label}>
      <div>
        <div className="row n picks-says">
          <p aria-live="polite">{says}</p>
          {more}
        </div>
        <div className="row picks-acts">{children}</div>
      </div>
    </section>
  )
}
