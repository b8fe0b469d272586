import type { Translated } from '#contract/messages/shape.ts'
import type { imports as english } from '../../en/leads/imports.ts'

export const imports: Translated<typeof english> = {
  fileMissing: 'Primero elige un archivo CSV',
  onlyCsv: 'Solo se acepta .csv. Para archivos Excel y tarjetas de contacto, usa Importar.',
  anyList: 'Elige un archivo .csv, .tsv, .txt, .xlsx, .xls, .ods o .vcf.',
  tooLarge: 'Este archivo supera {megabytes, number} MB. Divídelo o quita columnas.',
  fileGone: 'Ya no guardamos este archivo. Súbelo de nuevo.',
  encodingUnsure:
    'No estamos seguros de la codificación de este archivo. Guárdalo como UTF-8 o usa Importar.',
  cancelled: 'Se canceló la importación.',
  started: 'Esta importación ya empezó.',
  notRunning: 'Esta importación no está en curso. Si terminó, puedes deshacerla.',
  notDone: 'Solo puedes deshacer una importación terminada.',
  tooOld:
    'Puedes deshacer una importación durante {days, plural, one {# día} other {# días}}. Esta es más antigua.',
  undoing: 'Esta importación ya se está deshaciendo.',
  columnsChanged: 'Las columnas cambiaron. Lee el archivo de nuevo.',
  phoneMissing: 'Elige la columna con los teléfonos.',
  faults: {
    empty: '{file} está vacío.',
    not_csv: '{file} no es un archivo CSV. Exporta tu lista como CSV y súbela de nuevo.',
    damaged: '{file} está dañado. Guárdalo de nuevo, o como CSV, y súbelo otra vez.',
    not_table: '{file} no es un archivo CSV ni un libro de Excel.',
    long_line: 'La línea {line} supera {kilobytes, number} KB. Acórtala y sube el archivo de nuevo.',
    open_quote:
      'Hay una comilla sin cerrar en la línea {line}. Corrígela o quítala y sube el archivo de nuevo.',
    no_rows: 'Este archivo no tiene filas.',
    sheet_unreadable: 'No se puede leer esta hoja de cálculo. Guárdala como CSV y súbela.',
    sheet_too_large: 'Esta hoja de cálculo es demasiado grande. Guárdala como CSV y súbela.',
    sheet_too_slow: 'Esta hoja de cálculo tarda demasiado en leerse. Guárdala como CSV y súbela.',
    old_excel:
      'No se puede leer este archivo antiguo de Excel. Si tiene contraseña, quítala. Guárdalo como .xlsx o CSV.',
    rows_too_large: 'Las filas de este archivo son demasiado grandes. Revisa que tenga una persona por fila.',
    internal:
      'La importación falló por nuestra parte y se deshizo. Inténtalo de nuevo. El registro del servidor tiene la causa.',
  },
  notes: {
    open_quote: 'Hay una comilla sin cerrar en este archivo. Leemos las comillas como caracteres normales.',
    encoding_unsure:
      'No estamos seguros de la codificación de este archivo. Revisa las palabras y cámbiala si se ven mal.',
    sheets: 'Este libro tiene {count, number} hojas. Leemos "{sheet}". Elige otra si no es tu lista.',
    lines_above:
      '{count, plural, one {Omitimos la línea encima de la tabla.} other {Omitimos las # líneas encima de la tabla.}}',
    no_rows: 'No hay nada debajo de la primera fila.',
    many_columns:
      'Este archivo tiene {count, number} columnas. Leemos las primeras {limit, number}. Quita las que no necesites.',
    unreadable_cells:
      '{count, plural, one {# celda tiene caracteres ilegibles. Los omitimos.} other {# celdas tienen caracteres ilegibles. Los omitimos.}}',
  },
}
