export const summary = {
  tag: '{change, select, add {Añadir "{tag}"} other {Quitar "{tag}"}}',
  field: '{field}: {value}',
  toTeam: 'A nadie: decide el equipo',
  ai: 'Responde con tu propio texto',
  hasTag: 'Tiene la etiqueta "{tag}"',
  compare:
    '{is, select, is {{name} es "{value}"} is_not {{name} no es "{value}"} contains {{name} contiene "{value}"} greater {{name} es más que {value}} less {{name} es menos que {value}} is_set {{name} se conoce} other {{name} no se conoce}}',
  open: 'Estás abierto ahora',
  time: 'Entre las {from} y las {to}',
}
