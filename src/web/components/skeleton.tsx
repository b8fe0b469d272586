import type { CSSProperties } from 'react'
import { t } from '../messages/t.ts'
import '../look/empty.css'

/** One shimmering bar: `width` in css, `height` in px. */
export function Bone({ width = '100%', height = 12 }: { width?: string; height?: number }) {
  return <span className="sk" style={{ width, height: `${height / 16}rem` } as CSSProperties} />
}

/** Lines of text that are on their way. `label` says what. */
export function SkeletonLines({ lines = 3, label = t('app.loading') }: { lines?: number; label?: string }) {
  return (
    <div className="stack sk-lines" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        // The lines are alike and never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Bone key={index} width={`${[60, 90, 76, 84][index % 4]}%`} height={index === 0 ? 14 : 10} />
      ))}
    </div>
  )
}

/** A table that is on its way: its rows in their final height. */
export function SkeletonRows({ rows = 6, label = t('app.loading') }: { rows?: number; label?: string }) {
  return (
    <div className="sk-rows" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
        <div key={index}>
          <Bone width={`${[34, 26, 40, 30][index % 4]}%`} height={13} />
          <Bone width="16%" height={13} />
          <Bone width="12%" height={13} />
        </div>
      ))}
    </div>
  )
}
