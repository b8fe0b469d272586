import type { Icon as TablerIcon } from '@tabler/icons-react'

/**
 * A Tabler outline icon in our stroke and sizes: 18 px, `small` 16 (in small controls), `large` 22 (alone).
 * It is decoration: the word stands beside it, or the control around it has an `aria-label`.
 */
export function Icon({ of: Drawing, size }: { of: TablerIcon; size?: 'small' | 'large' }) {
  const name = size === 'small' ? 'i s' : size === 'large' ? 'i l' : 'i'
  return <Drawing className={name} aria-hidden="true" focusable="false" />
}
