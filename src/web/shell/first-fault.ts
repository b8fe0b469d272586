/** A fault that comes later than this is not about the submit any more, in ms. */
const timeoutMs = 20_000

/**
 * After a submit that failed, brings the first field at fault into view and focuses it, in every form: whether the
 * form found the fault itself or the server did. Stops as soon as the person types.
 */
export function followFirstFaults(): void {
  let stop = (): void => undefined
  const follow = (form: Element): void => {
    stop()
    const focus = (): boolean => {
      const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
      if (!field) return false
      field.focus({ preventScroll: true })
      field.scrollIntoView({ block: 'center' })
      return true
    }
    const end = (): void => {
      observer.disconnect()
      clearTimeout(soon)
      clearTimeout(late)
      form.removeEventListener('input', end)
    }
    const look = (): void => {
      if (focus()) end()
    }
    const observer = new MutationObserver(look)
    const soon = setTimeout(look)
    const late = setTimeout(end, timeoutMs)
    observer.observe(form, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-invalid'],
    })
    form.addEventListener('input', end)
    stop = end
  }
  document.addEventListener('submit', ({ target }) => target instanceof Element && follow(target), {
    capture: true,
  })
  // A form that sends messages has no submission: its own button starts it.
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button.yours[type="button"]') : null
      const form = button?.closest('form')
      if (form) follow(form)
    },
    { capture: true },
  )
}
