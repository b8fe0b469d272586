export const summary = {
  tag: '{change, select, add {"{tag}" जोड़ें} other {"{tag}" हटाएँ}}',
  field: '{field}: {value}',
  toTeam: 'किसी को नहीं: टीम तय करेगी',
  ai: 'आपके अपने टेक्स्ट से जवाब',
  hasTag: 'टैग "{tag}" है',
  compare:
    '{is, select, is {{name} "{value}" है} is_not {{name} "{value}" नहीं है} contains {{name} में "{value}" है} greater {{name} {value} से ज़्यादा है} less {{name} {value} से कम है} is_set {{name} पता है} other {{name} पता नहीं है}}',
  open: 'आप अभी खुले हैं',
  time: '{from} और {to} के बीच',
}
