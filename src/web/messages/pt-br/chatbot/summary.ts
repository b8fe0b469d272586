export const summary = {
  tag: '{change, select, add {Adicionar "{tag}"} other {Remover "{tag}"}}',
  field: '{field}: {value}',
  toTeam: 'A ninguém: a equipe decide',
  ai: 'Responde com o seu próprio texto',
  hasTag: 'Tem a etiqueta "{tag}"',
  compare:
    '{is, select, is {{name} é "{value}"} is_not {{name} não é "{value}"} contains {{name} contém "{value}"} greater {{name} é mais que {value}} less {{name} é menos que {value}} is_set {{name} é conhecido} other {{name} não é conhecido}}',
  open: 'Você está aberto agora',
  time: 'Entre {from} e {to}',
}
