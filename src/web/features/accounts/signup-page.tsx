import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { browserZone } from '#web/format/time.ts'
import { AuthFrame } from './auth-frame.tsx'
import { browserCountry } from './browser-country.ts'
import { type SignInFailure, signUp } from './sign-in.ts'

export default function SignupPage() {
  useDocumentTitle('Sign Up')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name))
    setBusy(true)
    setFailure(null)
    const failed = await signUp({
      name: text('name'),
      email: text('email'),
      password: text('password'),
      country: browserCountry(),
      timezone: browserZone(),
    })
    if (failed) {
      setFailure(failed)
      setBusy(false)
    } else navigate('/dashboard')
  }

  return (
    <AuthFrame>
      <form onSubmit={submit}>
        <h1>Sign Up</h1>
        <p className="t2 mt2 auth-lede">For your shop, your clinic, your school. It stays on this server.</p>
        <FormError>{failure?.message}</FormError>
        <div className="stack">
          <TextInput
            label="Full name"
            name="name"
            autoComplete="name"
            required
            error={failure?.fields.name}
          />
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            error={failure?.fields.email}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="new-password"
            required
            description="8 characters or more."
            error={failure?.fields.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
          <Button type="submit" kind="yours" size="large" wide busy={busy && 'Creating account...'}>
            Sign Up
          </Button>
        </div>
        <p className="sm t2 mt6">
          You have an account? <Link to="/login">Login</Link>
        </p>
      </form>
    </AuthFrame>
  )
}
