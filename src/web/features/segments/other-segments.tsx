import { Link } from 'react-router'
import { Section } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import { SegmentCount } from './segment-count.tsx'
import { useSegments } from './segments.queries.ts'

const mostShown = 8

/** What is saved beside the segment on the screen, those last changed first. */
export function OtherSegments({ than }: { than: number | undefined }) {
  const all = useSegments().data?.segments ?? []
  const others = all
    .filter(({ id }) => id !== than)
    .sort((one, other) => other.updated_at.localeCompare(one.updated_at))
  if (others.length === 0) return null
  return (
    <Section title={t('segments.others')}>
      <ul className="seg-others">
        {others.slice(0, mostShown).map((segment) => (
          <li key={segment.id}>
            <Link className="b" to={`/segments/${segment.id}`}>
              {segment.name}
            </Link>
            <span className="b num">
              <SegmentCount segment={segment} />
            </span>
            <span className="sm t3">
              {t('segments.usedBy', { campaigns: segment.campaigns, sequences: segment.sequences })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
