import { toBlob } from 'html-to-image'

/** Points of the picture for each one of the screen: it stays sharp in a presentation. */
const scale = 2
const margin = 24
const leftOut = '[data-no-picture], .btn'

/** Saves what a card shows as a picture, in the colours of the screen, without its buttons. */
export async function savePicture(card: HTMLElement, name: string): Promise<void> {
  const background = getComputedStyle(document.body).backgroundColor
  const blob = await toBlob(card, {
    pixelRatio: scale,
    backgroundColor: background,
    width: card.offsetWidth + 2 * margin,
    height: card.offsetHeight + 2 * margin,
    style: { padding: `${margin}px`, margin: '0', boxSizing: 'content-box', border: '0' },
    filter: (node) => !(node instanceof HTMLElement && node.matches(leftOut)),
    fontEmbedCSS: await ownFonts(),
  })
  if (!blob) throw new Error('the picture is empty')
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

let fonts: Promise<string> | undefined

/** The page's own fonts, each in its rule. The library would set the base of a document, which our policy forbids. */
const ownFonts = (): Promise<string> => {
  const rules = [...document.styleSheets].flatMap(({ href, cssRules }) =>
    [...cssRules]
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ cssText }) => ({ cssText, base: href ?? document.baseURI })),
  )
  fonts ??= Promise.all(rules.map(withFile))
    .then((all) => all.join('\n'))
    .catch((error: unknown) => {
      // The next picture asks again.
      fonts = undefined
      throw error
    })
  return fonts
}

async function withFile({ cssText, base }: { cssText: string; base: string }): Promise<string> {
  const address = /url\(["']?([^"')]+)["']?\)/.exec(cssText)?.[1]
  if (!address || address.startsWith('data:')) return cssText
  const file = await (await fetch(new URL(address, base))).blob()
  const data = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return cssText.replace(address, data)
}
