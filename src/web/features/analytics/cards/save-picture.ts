import { toBlob } from 'html-to-image'

/** Points of the picture for each one of the screen: it stays sharp in a presentation. */
const scale = 2
const margin = 24

/** Saves what a card shows as a picture, in the colours of the screen, without its buttons. */
export async function savePicture(card: HTMLElement, name: string): Promise<void> {
  const background = getComputedStyle(document.body).backgroundColor
  const blob = await toBlob(card, {
    pixelRatio: scale,
    backgroundColor: background,
    width: card.offsetWidth + 2 * margin,
    height: card.offsetHeight + 2 * margin,
    style: { padding: `${margin}px`, margin: '0', boxSizing: 'content-box', border: '0' },
    filter: (node) => !(node instanceof HTMLElement && node.hasAttribute('data-no-picture')),
    // The page's own fonts only: what they are is read from its style sheets.
    skipFonts: false,
  })
  if (!blob) throw new Error('the picture is empty')
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
