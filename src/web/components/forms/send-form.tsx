import type { ComponentProps, FormEvent } from 'react'

const nothing = (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * A form that sends messages: it has no submission. Enter in a field, and a form in a window above it, do nothing;
 * only its own button sends.
 */
export function SendForm(props: Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'>) {
  return <form {...props} noValidate onSubmit={nothing} />
}
