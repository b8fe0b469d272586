import type { Translated } from '#contract/messages/shape.ts'
import type { withdrawal as english } from '../../en/social/withdrawal.ts'

export const withdrawal: Translated<typeof english> = {
  notSigned: 'Nuestra aplicación en la red no firmó esta solicitud.',
  old: 'Esta solicitud es demasiado antigua o su hora no es correcta.',
  unknownCode: 'Ninguna solicitud tiene este código. Revisa la dirección.',
  title: 'Eliminación de datos',
  deleted:
    'Eliminamos lo que {network} nos dio de {count, plural, one {# cuenta conectada} other {# cuentas conectadas}}: acceso, nombres, imágenes y cifras.',
  nothing: 'No guardamos datos de {network} de esta cuenta.',
  kept: 'Lo que se publicó sigue en la red hasta que se elimine allí.',
  code: 'Código de confirmación',
  doneAt: 'Hecho (UTC)',
}
