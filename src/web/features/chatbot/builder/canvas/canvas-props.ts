import type { ReactNode } from 'react'
import type { Card } from '../card.ts'

export type CanvasProps = {
  cards: readonly Card[]
  selected: string | null
  /** The step at which the test stands, and those that it took. */
  here: string | null
  taken: ReadonlySet<string>
  onSelect: (id: string | null) => void
  onMove: (moves: ReadonlyMap<string, { x: number; y: number }>) => void
  onConnect: (from: string, port: string, to: string | null) => void
  onDelete: (ids: readonly string[]) => void
  onDrop: (kind: string, at: { x: number; y: number }) => void
  history: { undo: () => void; redo: () => void; canUndo: boolean; canRedo: boolean }
  onArrange: () => void
  /** Changes when the whole flow is to be brought into sight. */
  fitKey: string
  /** Brought into sight when it changes. */
  show: string | null
  children?: ReactNode
}
