import { useEffect, useEffectEvent } from 'react'

/** Takes files that are dropped anywhere on the open chat, not only on its field. */
export function useDroppedFiles(onFiles: (files: FileList) => void): void {
  useDragged((event, files) => {
    if (!isOnChat(event)) return
    event.preventDefault()
    if (event.type === 'drop' && files.length > 0) onFiles(files)
  })
}

/** A file that is dropped beside what takes it never makes the browser leave the page. */
export function useNoDropBeside(): void {
  useDragged((event) => {
    if (!event.defaultPrevented && event.dataTransfer && !isOnChat(event))
      event.dataTransfer.dropEffect = 'none'
    event.preventDefault()
  })
}

function useDragged(handle: (event: DragEvent, files: FileList) => void): void {
  const onDragged = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) handle(event, event.dataTransfer.files)
  })
  useEffect(() => {
    const listen = (event: DragEvent) => onDragged(event)
    window.addEventListener('dragover', listen)
    window.addEventListener('drop', listen)
    return () => {
      window.removeEventListener('dragover', listen)
      window.removeEventListener('drop', listen)
    }
  }, [])
}

const isOnChat = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('.ib-chat') !== null
