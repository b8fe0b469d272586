import { type ReactNode, useRef, useState } from 'react'
import { t } from '../../messages/t.ts'
import '../../look/field.css'
import { fits } from './file-kinds.ts'

/**
 * Where a file is dropped or chosen. `accept` is as of an input (`.csv`); a file that does not fit is given to
 * `onRefused` with the reason. Children say the limits before, and what was found after.
 */
export function DropZone({
  label,
  accept,
  maxBytes,
  onFile,
  onRefused,
  disabled,
  children,
}: {
  label: string
  accept: string
  maxBytes?: number
  onFile: (file: File) => void
  onRefused: (why: 'kind' | 'size', file: File) => void
  disabled?: boolean
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const take = (file: File | undefined) => {
    if (!file || disabled) return
    if (!fits(file, accept)) onRefused('kind', file)
    else if (maxBytes !== undefined && file.size > maxBytes) onRefused('size', file)
    else onFile(file)
  }

  return (
    <label
      className={`drop${over ? ' over-it' : ''}`}
      data-disabled={disabled ? true : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        className="sr"
        type="file"
        accept={accept}
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
      {over ? <b>{t('app.dropFile')}</b> : children}
    </label>
  )
}
