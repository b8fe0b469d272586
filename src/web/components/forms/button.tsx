import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import '../../look/button.css'

/** `yours` is marigold: the one next thing to do, once a screen. `danger-full` stands only in a confirmation. */
export type ButtonKind = 'default' | 'yours' | 'quiet' | 'ink' | 'danger' | 'danger-full'

type Look = {
  kind?: ButtonKind
  size?: 'small' | 'large'
  /** As wide as what is around it. */
  wide?: boolean
}

const kinds: Record<ButtonKind, string> = {
  default: '',
  yours: ' yours',
  quiet: ' quiet',
  ink: ' ink',
  danger: ' danger',
  'danger-full': ' danger full',
}
const sizes = { small: ' sm', large: ' lg' }

const classOf = ({ kind = 'default', size, wide }: Look, extra = '', className?: string) =>
  `btn${kinds[kind]}${size ? sizes[size] : ''}${wide ? ' wide' : ''}${extra}${className ? ` ${className}` : ''}`

/**
 * A button. While `busy` holds a word ("Logging in...") it shows that word with a spinner, keeps its width and does
 * nothing when pressed; it stays focusable, so that the keyboard does not lose its place.
 */
export function Button({
  kind,
  size,
  wide,
  busy,
  icon,
  children,
  className,
  onClick,
  ...rest
}: Look & { busy?: string | false; icon?: ReactNode } & ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ kind, size, wide }, busy ? ' busy' : '', className)}
      aria-busy={busy ? true : undefined}
      aria-disabled={busy ? true : rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <span className="btn-in" data-away={busy ? true : undefined} aria-hidden={busy ? true : undefined}>
        {icon}
        {children}
      </span>
      {busy ? (
        <span className="btn-in">
          <span className="spin" aria-hidden="true" />
          {busy}
        </span>
      ) : null}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere. */
export function LinkButton({
  kind,
  size,
  wide,
  icon,
  children,
  className,
  ...rest
}: Look & { icon?: ReactNode } & LinkProps) {
  return (
    <Link {...rest} className={classOf({ kind, size, wide }, '', className)}>
      {icon}
      {children}
    </Link>
  )
}

/** A button of one icon; `label` is what it does. */
export function IconButton({
  label,
  size,
  kind = 'quiet',
  children,
  className,
  ...rest
}: Omit<Look, 'wide'> & { label: string } & Omit<ComponentPropsWithRef<'button'>, 'aria-label'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classOf({ kind, size }, ' icon', className)}
    >
      {children}
    </button>
  )
}
