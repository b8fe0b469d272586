import type { Translated } from '#contract/messages/shape.ts'
import type { onboarding as english } from '../en/onboarding.ts'

export const onboarding: Translated<typeof english> = {
  registration: {
    businessName: 'O nome da empresa é obrigatório',
    phone: 'Use um formato E.164 válido (ex.: +919812345678).',
    category: 'Selecione uma categoria.',
  },
  token: 'Cole o token de acesso completo.',
  pin: 'O PIN tem seis dígitos.',
  code: 'O código tem seis dígitos.',
  outdatedSignup:
    'Sua configuração de login da Meta é antiga demais. O operador cria uma nova (Embedded Signup v4) e define META_CONFIG_ID: veja docs/connecting-meta.md. Ou cole um token.',
}
