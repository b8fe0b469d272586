import type { CSSProperties } from 'react'
import type { SegmentPreview } from '#contract/growth/segments.ts'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'

/** The live count, what each rule leaves, and who of them may get marketing. */
export function CountSide({ preview, isOld }: { preview: SegmentPreview | undefined; isOld: boolean }) {
  if (!preview) return <SkeletonLines lines={6} label={t('segments.counting')} />
  const { leads, people, writable, left_out, parts } = preview
  const leftOut = (['no_consent', 'opted_out', 'unreachable'] as const).filter((why) => left_out[why] > 0)
  const share = (count: number): CSSProperties => ({
    ['--p' as string]: `${leads > 0 ? (100 * count) / leads : 0}%`,
  })
  return (
    <>
      <section className="sec first" aria-label={t('segments.liveCount')}>
        <div className="over">{t('segments.liveCount')}</div>
        <div className={isOld ? 'big-n t3' : 'big-n'} aria-live="polite">
          {formatNumber(people)}
        </div>
        <p className="sm t2">
          {t('segments.share', { share: formatPercent(leads > 0 ? people / leads : 0, 1) })}
        </p>
        <ul className="narrows">
          <li>
            <span>{t('segments.allLeads')}</span>
            <span className="num">{formatNumber(leads)}</span>
            <i style={share(leads)} />
          </li>
          {parts.map(({ sentence, left }, nr) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the bar is about
            <li key={nr}>
              <span>{sentence}</span>
              <span className="num">{formatNumber(left)}</span>
              <i style={share(left)} />
            </li>
          ))}
        </ul>
      </section>
      <Section title={t('segments.ifSent')}>
        <dl className="sum">
          <div>
            <dt>{t('segments.writable')}</dt>
            <dd>{formatNumber(writable)}</dd>
          </div>
          {leftOut.map((why) => (
            <div key={why}>
              <dt>{t('segments.leftOut', { why })}</dt>
              <dd>{formatNumber(left_out[why])}</dd>
            </div>
          ))}
          <div className="tot">
            <dt>{t('segments.inIt')}</dt>
            <dd>{formatNumber(people)}</dd>
          </div>
        </dl>
        <p className="hint">{t('segments.optOutsStay')}</p>
      </Section>
    </>
  )
}
