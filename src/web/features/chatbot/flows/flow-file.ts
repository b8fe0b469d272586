import type { FlowFile } from '#contract/chatbot/flow.ts'

/** Gives a flow to the browser as a file. */
export function saveFile(file: FlowFile): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${file.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`
  link.click()
  URL.revokeObjectURL(url)
}
