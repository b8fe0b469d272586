import type { Translated } from '#contract/messages/shape.ts'
import type { onboarding as english } from '../en/onboarding.ts'

export const onboarding: Translated<typeof english> = {
  registration: {
    businessName: 'El nombre de la empresa es obligatorio',
    phone: 'Usa un formato E.164 válido (p. ej., +919812345678).',
    category: 'Elige una categoría.',
  },
  token: 'Pega el token de acceso completo.',
  pin: 'El PIN tiene seis dígitos.',
  code: 'El código tiene seis dígitos.',
  outdatedSignup:
    'Tu configuración de inicio de sesión de Meta es demasiado antigua. El operador crea una nueva (Embedded Signup v4) y configura META_CONFIG_ID: consulta docs/connecting-meta.md. O pega un token.',
}
