import type { Translated } from '#contract/messages/shape.ts'
import type { leads as english } from '../en/leads.ts'

export const leads: Translated<typeof english> = {
  textInvalid: 'Este texto tem um caractere que não pode ser salvo. Remova-o.',
  emailInvalid: 'Digite um e-mail válido.',
  namePhoneRequired: 'Nome e telefone são obrigatórios',
  nameRequired: 'O nome é obrigatório.',
  phoneRequired: 'O telefone é obrigatório.',
  tagRequired: 'A etiqueta/categoria é obrigatória',
  csvTagRequired: 'Digite uma etiqueta/categoria para os leads do CSV',
  tagTooLong: 'Use no máximo {limit, number} caracteres na etiqueta.',
  searchRequired: 'Digite uma palavra-chave ou um lugar para buscar',
  searchTooLong: 'Use no máximo {limit, number} caracteres.',
  consentHowRequired: 'Diga como estas pessoas aceitaram receber mensagens.',
}
